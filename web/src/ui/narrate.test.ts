import { beforeEach, describe, expect, test } from "vitest";
import { edition, GAMES } from "../game/fixtures/fixtures";
import type { Chair, GameEvent, Snapshot, TableEvent } from "../net/protocol";
import { session } from "../net/session";
import { LANGUAGES } from "../words/words";
import { narrate } from "./narrate";
import { cardName } from "./names";

const SEATS = ["white", "blue"].map((seat): Chair => ({ seat, kind: "person", name: seat, bot: null, away: false, offered: false }));
const CARDS = edition.told.shapes.slice(0, 3).map((shape) => shape.id);
const peeked: GameEvent = { event: "peeked", by: "white", cards: CARDS };
const entry: TableEvent = { seq: 1, at: 0, kind: "moved", seat: "white", how: "person", events: [peeked] };

/** What those who hold these seats at one device read. */
function read(you: string[], event = entry): string {
  const snapshot = { seats: SEATS, you } as unknown as Snapshot;
  return narrate(event, snapshot, edition)
    .map((line) => line.text)
    .join(" ");
}

const told = (text: string) => CARDS.filter((card) => text.includes(cardName(edition, card)));

describe.each(Object.keys(LANGUAGES))("%s", (language) => {
  beforeEach(() => session.prefer({ language }));

  test("whoever looked at cards reads which, alone at a device", () => {
    expect(told(read(["white"]))).toEqual(CARDS);
  });

  test.each([[["white", "blue"]], [["blue", "white"]], [["blue"]], [[]]])("nobody else does: %j", (you) => {
    const text = read(you);
    expect(text).toContain("white");
    expect(told(text)).toEqual([]);
  });

  test("every move of a whole game can be read", () => {
    for (const { log } of GAMES)
      for (const event of log.filter((it) => it.kind === "moved" && it.events.some((part) => part.event === "placed")))
        expect(read([], event)).not.toMatch(/undefined|NaN|\{/);
  });
});
