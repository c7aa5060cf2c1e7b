import { expect, test } from "vitest";
import type { ChairTold, TableEvent } from "../protocol";
import { banter } from "./banter";
import { GAMES } from "./fixtures/fixtures";

const chair = (seat: string, bot: string | null): ChairTold => ({
  seat,
  bot,
  kind: bot ? "bot" : "person",
  name: seat,
  away: false,
  offered: false,
});
const BOTS = ["white", "brown", "yellow", "blue"].map((seat) => chair(seat, "maitre"));
const LOGS = GAMES.map(({ log }) => log);

test("bots say something now and then, and mostly nothing", () => {
  for (const log of LOGS) {
    const said = log.flatMap((event) => banter(event, BOTS) ?? []);
    expect(said.length).toBeGreaterThan(2);
    expect(said.length).toBeLessThan(log.length / 4);
  }
});

test("only bots do, and only they are called by name", () => {
  const people = BOTS.map(({ seat }) => chair(seat, null));
  for (const event of LOGS.flat()) expect(banter(event, people)).toBeNull();
  const one = [...people.slice(1), chair("white", "artisan")];
  for (const event of LOGS.flat()) expect(banter(event, one)?.seat ?? "white").toBe("white");
});

test("what a seat alone knows is no occasion", () => {
  const peeked = (cards: string[] | null): TableEvent =>
    ({
      seq: 3,
      at: 0,
      kind: "moved",
      seat: "white",
      how: "bot",
      events: [{ event: "peeked", by: "white", cards }],
    }) as never;
  expect(banter(peeked(["snow"]), BOTS)).toEqual(banter(peeked(null), BOTS));
});

test("nobody boasts of what a stand-in did", () => {
  const told = LOGS.flat().flatMap((event) => (event.kind === "moved" ? [{ ...event, stand_in: "greedy" }] : []));
  expect(new Set(told.flatMap((event) => banter(event, BOTS)?.occasion ?? []))).toEqual(new Set(["snow"]));
});
