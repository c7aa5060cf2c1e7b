// Finding a rule, in a book small enough to know by heart.

import { expect, test } from "vitest";
import type { BookTold, ParagraphTold } from "../../protocol";
import type { Language } from "../../words/words";
import { entriesOf, find, fold } from "./finding";

const text = (words: string): ParagraphTold => ({ kind: "text", text: words });

function book(rules: [number: string, heading: string, ...texts: string[]][]): BookTold {
  return {
    language: "en",
    title: "A book",
    brief: { table: [], solo: [] },
    everyday: { "PLC-1": ["sideways", "from the side"], "PLC-5": ["fall", "w powietrzu"] },
    figures: {},
    chapters: [
      { key: "brief", anchor: "brief", heading: "In a minute", lead: [text("snow, snow, snow")], rules: [] },
      {
        ...{ key: "PLC", anchor: "plc", heading: "Placing a block", lead: [] },
        rules: rules.map(([number, heading, ...texts]) => ({
          ...{ key: number, number, anchor: number.toLowerCase(), heading },
          paragraphs: texts.map(text),
        })),
      },
    ],
  };
}

const ENTRIES = entriesOf(
  book([
    ["PLC-1", "From above", "A block comes *straight* down."],
    ["PLC-5", "It must stand by itself", "Snow never carries a block."],
    ["PLC-10", "Śnieg", "Podczas śnieżycy liczy się piętro; cœur, L’Hiver, opady śniegu."],
  ]),
);

const anchors = (asked: string, language: Language = "en") =>
  find(ENTRIES, asked, language).map(({ entry }) => entry.anchor);

test.each(["PLC-5", "plc-5", "plc5", "plc 5", " PLC-5 "])("by its number: %s", (asked) => {
  expect(anchors(asked)).toEqual(["plc-5"]);
});

test("while a number is typed, it comes first and what begins so follows", () => {
  expect(anchors("plc-1")).toEqual(["plc-1", "plc-10"]);
  expect(anchors("plc")).toEqual(["plc", "plc-1", "plc-5", "plc-10"]);
  expect(anchors("plc-7")).toEqual([]);
});

test("by words: every one of them, those in the heading first", () => {
  expect(anchors("block")).toEqual(["plc", "plc-1", "plc-5"]);
  expect(anchors("block snow")).toEqual(["plc-5"]);
  expect(anchors("blocks")).toEqual(["plc", "plc-1", "plc-5"]); // the plural too
  expect(anchors("lock")).toEqual([]); // within a word is no hit
  expect(anchors("")).toEqual([]);
  expect(anchors("straight down")).toEqual(["plc-1"]); // emphasis is no part of a word
});

test.each(["snieg", "ŚNIEG", "śnieg", "coeur", "l'hiver"])("whatever accents and capitals: %s", (asked) => {
  expect(anchors(asked, "pl")).toEqual(["plc-10"]);
});

test("a Polish word by another ending", () => {
  expect(anchors("opad", "pl")).toEqual(["plc-10"]);
  expect(anchors("piętra", "pl")).toEqual(["plc-10"]);
  expect(anchors("śnieżyca", "pl")).toEqual(["plc-10"]);
  expect(anchors("śnieżyca", "en")).toEqual([]);
});

test("in everyday words: all of an entry, in any order, before what has the words themselves", () => {
  expect(anchors("sideways")).toEqual(["plc-1"]);
  expect(anchors("Can I push it in from the side?")).toEqual(["plc-1"]);
  expect(anchors("the side")).toEqual([]);
  expect(anchors("sidew")).toEqual(["plc-1"]); // while it is typed
  expect(anchors("side")).toEqual([]);
  expect(anchors("falling blocks")).toEqual(["plc-5"]);
  expect(anchors("W POWIETRZU", "pl")).toEqual(["plc-5"]);
  expect(anchors("sideways block")).toEqual(["plc-1"]);
});

test("an excerpt shows what was found, cut between words", () => {
  const long = `${"before ".repeat(30)}the joint ${"after ".repeat(40)}`;
  const [found] = find(entriesOf(book([["SCO-3", "Walls", long]])), "joint", "en");
  const words = found!.excerpt.map(({ text }) => text).join("");
  expect(words).toMatch(/^… before .*the joint after.* …$/);
  expect(words.length).toBeLessThan(200);
  expect(found!.excerpt.filter(({ hit }) => hit)).toEqual([{ text: "joint", hit: true }]);
});

test("what is folded knows where its letters come from", () => {
  const { text: folded, at } = fold("Cœur à l’Île");
  expect(folded).toBe("coeur a l'ile");
  expect("Cœur à l’Île".slice(at[folded.indexOf("a")], at[folded.indexOf("a") + 1])).toBe("à");
});
