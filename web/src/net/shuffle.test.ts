import { expect, test } from "vitest";
import type { TableEvent } from "../protocol";
import { plainWords, randomWords, withoutWords } from "./shuffle";

const happened = (...log: [kind: TableEvent["kind"], seat?: string][]): TableEvent[] =>
  log.map(([kind, seat], number) => ({ seq: number + 1, at: 0, kind, seat, events: [] }) as unknown as TableEvent);

test("every seat of a rematch is without words at first", () => {
  expect(withoutWords(["white", "blue"], happened(["created"]))).toEqual(["white", "blue"]);
});

test("a seat has words once it has added some or has sat down, until somebody else holds it", () => {
  const log = happened(
    ["created"],
    ["words_added", "white"],
    ["sat", "blue"],
    ["sat", "brown"],
    ["handed_over", "blue"],
  );
  expect(withoutWords(["white", "blue", "brown", "yellow"], log)).toEqual(["blue", "yellow"]);
  expect(withoutWords(["blue"], [...log, ...happened(["words_added", "blue"])])).toEqual([]);
  expect(withoutWords(["brown"], [...log, ...happened(["opened", "brown"])])).toEqual(["brown"]);
});

test("words are such as the shuffle takes", () => {
  expect(randomWords()).toMatch(/^[0-9a-f]{32}$/);
  expect(randomWords()).not.toBe(randomWords());
  expect(plainWords(" Łódź w śniegu! ")).toBe("Lodz-w-sniegu");
});
