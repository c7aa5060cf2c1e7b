import { beforeEach, describe, expect, test } from "vitest";
import { edition, GAMES } from "../model/fixtures/fixtures";
import type { Chair, GameEvent, Snapshot, TableEvent } from "../protocol";
import { LANGUAGES, speak, speakAlso } from "./words";
import { narrate } from "./narrate";
import { blockName, cardName, shapeName } from "./names";

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
function read(you: string[], event = entry, table: object = { options: { mode: "table" } }): string {
  const snapshot = { seats: SEATS, you, ...table } as unknown as Snapshot;
  return narrate(event, snapshot, edition)
    .map((line) => line.text)
    .join(" ");
}

const told = (text: string) => CARDS.filter((card) => text.includes(cardName(edition, card)));

describe.each(Object.keys(LANGUAGES))("%s", (language) => {
  beforeEach(async () => {
    await speak(language);
    await speakAlso("table");
  });

  test("whoever looked at cards reads which, alone at a device", () => {
    expect(told(read(["white"]))).toEqual(CARDS);
  });

  test("who moved in a seat's place is said, also where a game continues another", () => {
    const moved = (more: object) => read(["white"], { ...entry, ...more } as TableEvent);
    const own = moved({ how: "replayed" });
    expect(own).toBe(read(["white"]));
    expect(moved({ how: "replayed", stand_in: "greedy" })).toBe(moved({ how: "stand_in", stand_in: "greedy" }));
    expect(moved({ how: "replayed", stand_in: "clock" })).toBe(moved({ how: "clock" }));
    const nobody = moved({ how: "stand_in", stand_in: "harmless" });
    expect(moved({ how: "replayed", stand_in: "chance" }), "no bot has chosen these").toBe(nobody);
    expect(new Set([own, moved({ how: "stand_in" }), moved({ how: "clock" }), nobody]).size).toBe(4);
    const next: GameEvent = { event: "turn_began", by: "white" };
    const alone = moved({ how: "stand_in", events: [next] });
    expect(alone, "the turn that follows is the seat's own").toBe(moved({ how: "person", events: [next] }));
  });

  test.each([[["white", "blue"]], [["blue", "white"]], [["blue"]], [[]]])("nobody else does: %j", (you) => {
    const text = read(you);
    expect(text).toContain("white");
    expect(told(text)).toEqual([]);
  });

  test("Winter says why, step by step as far as a step settled something (SOL-5)", () => {
    const chose = {
      event: "winter_chose",
      white_cubes: 2,
      points: 5,
      marks: 3,
      tied: 1,
      scoring: 1,
      usual: true,
    } as const;
    const alone = (more: object) =>
      read(["player"], { ...entry, events: [{ ...chose, ...more }] }, { options: { mode: "solo" } });
    const plain = alone({});
    expect(plain).toContain("5");
    for (const more of [{ scoring: 17 }, { tied: 4, scoring: 4 }, { tied: 4, scoring: 4, usual: false }])
      expect(alone(more).startsWith(plain) && alone(more).length > plain.length).toBe(true);
    expect(alone({ scoring: 17 })).toContain("+3");
    expect(alone({ tied: 4, scoring: 4 })).not.toBe(alone({ tied: 4, scoring: 4, usual: false }));
  });

  describe("what a snowfall takes away", () => {
    const events: GameEvent[] = [{ event: "snow_lies", depth: 2 }];
    const pieces = (text: string) =>
      edition.told.bonus.map((it) => it.id).filter((id) => text.includes(shapeName(edition, id)));
    /** What is read where these posts were placed before the second snow. */
    const left = (placed: string[], mode = "table") =>
      read(
        [],
        { ...entry, events },
        {
          options: { mode },
          game: { seats: ["white", "blue"] },
          position: { buildings: { mill: placed.map((block) => ({ by: "white", block, cubes: [] })) } },
        },
      );

    test("names the bonus blocks really lost (BON-3)", () => {
      for (const [placed, lost] of [
        [[], ["post-white", "post-blue"]],
        [["post-white", "beam-blue"], ["post-blue"]],
      ] as [string[], string[]][]) {
        const text = left(placed);
        expect(["post-white", "post-blue"].filter((it) => text.includes(blockName(edition, it)))).toEqual(lost);
        expect(pieces(text)).toEqual(["post"]);
      }
    });

    test("is nothing where everybody placed theirs", () => {
      expect(left(["post-white", "post-blue"])).toBe("");
    });

    test("is a piece of the track alone, whatever was placed (SOL-9)", () => {
      const text = left([], "solo");
      expect(pieces(text)).toEqual(["post"]);
      expect(text).not.toContain(blockName(edition, "post-white"));
      expect(left(["post-blue"], "solo")).toBe(text);
    });
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
