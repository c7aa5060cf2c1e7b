import { beforeEach, describe, expect, test } from "vitest";
import { edition, GAMES } from "../model/fixtures/fixtures";
import type { Chair, GameEvent, Snapshot, TableEvent } from "../protocol";
import { LANGUAGES, named, speak } from "./words";
import { narrate } from "./narrate";
import { cardName } from "./names";

const SEATS = ["white", "blue"].map(
  (seat): Chair => ({ seat, kind: "person", name: seat, bot: null, away: false, offered: false }),
);
const CARDS = edition.told.shapes.slice(0, 3).map((shape) => shape.id);
const peeked: GameEvent = { event: "peeked", by: "white", cards: CARDS };
const entry: TableEvent = {
  seq: 1,
  at: 0,
  kind: "moved",
  seat: "white",
  how: "person",
  do: "huron",
  gain: {},
  events: [peeked],
};

/** What those who hold these seats at one device read. */
function read(you: string[], event = entry): string {
  const snapshot = { seats: SEATS, you } as unknown as Snapshot;
  return narrate(event, snapshot, edition)
    .map((line) => line.text)
    .join(" ");
}

const told = (text: string) => CARDS.filter((card) => text.includes(cardName(edition, card)));

describe.each(Object.keys(LANGUAGES))("%s", (language) => {
  beforeEach(() => speak(language));

  test("whoever looked at cards reads which, alone at a device", () => {
    expect(told(read(["white"]))).toEqual(CARDS);
  });

  test.each([[["white", "blue"]], [["blue", "white"]], [["blue"]], [[]]])("nobody else does: %j", (you) => {
    const text = read(you);
    expect(text).toContain("white");
    expect(told(text)).toEqual([]);
  });

  test("a snowfall tells which bonus blocks are gone", () => {
    const events: GameEvent[] = [{ event: "snow_lies", depth: 2 }];
    const text = read([], { ...entry, events });
    expect(edition.told.bonus.filter((bonus) => text.includes(named(bonus.names))).map((it) => it.id)).toEqual([
      "post",
    ]);
  });

  test("the end tells who has won, and with how many points", () => {
    const scores = { white: 41, blue: 64 };
    const events: GameEvent[] = [{ event: "game_over", winners: ["blue"], decided_by: "points", scores, disks: {} }];
    const text = read([], { ...entry, events });
    expect(text).toContain("blue");
    expect(text).toContain("64");
    expect(text).not.toContain("white");
  });

  test("what only a later server tells is passed over", () => {
    const events = [{ event: "aurora", over: "mill" }] as unknown as GameEvent[];
    expect(read([], { ...entry, events })).toBe("");
    expect(read([], { ...entry, kind: "danced" } as unknown as TableEvent)).toBe("");
  });

  test("every move of a whole game can be read", () => {
    for (const { log } of GAMES)
      for (const event of log.filter((it) => it.kind === "moved" && it.events.some((part) => part.event === "placed")))
        expect(read([], event)).not.toMatch(/undefined|NaN|\{/);
  });
});
