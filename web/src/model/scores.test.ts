// Where points came from must add up to the points there are.

import { describe, expect, test } from "vitest";
import type { GameEvent, TableEvent } from "../protocol";
import { breakdown, doubled, earlier, SOURCES } from "./scores";
import { GAMES } from "./fixtures/fixtures";

const totals = (log: readonly TableEvent[], colours: string[]) =>
  Object.fromEntries(
    Object.entries(breakdown(log, colours)).map(([colour, row]) => [
      colour,
      SOURCES.reduce((sum, it) => sum + row[it], 0),
    ]),
  );

describe.each(GAMES)("a whole game", ({ scores, log }) => {
  const colours = Object.keys(scores);

  test("the sources add up to the final scores", () => {
    expect(totals(log, colours)).toEqual(scores);
  });

  test("what is told only from its middle on still adds up, with what there was before", () => {
    expect(earlier(breakdown(log, colours), scores)).toEqual(Object.fromEntries(colours.map((colour) => [colour, 0])));
    const middle = Math.floor(log.length / 2);
    const before = totals(log.slice(0, middle), colours);
    expect(earlier(breakdown(log.slice(middle), colours), scores)).toEqual(before);
    expect(Object.values(before).some((points) => points > 0)).toBe(true);
  });

  test("what was taken back did not happen", () => {
    const placed = log.findIndex((entry) => entry.events.some((event) => event.event === "placed"));
    const undone: TableEvent = { seq: 0, at: 0, kind: "taken_back", seat: "white", events: [] };
    expect(totals([...log.slice(0, placed + 1), log[placed]!, undone, ...log.slice(placed + 1)], colours)).toEqual(
      scores,
    );
    expect(totals([...log.slice(0, placed + 1), undone], colours)).toEqual(totals(log.slice(0, placed), colours));
  });
});

test("the games have points from every source", () => {
  const sums = SOURCES.map((source) =>
    GAMES.flatMap(({ scores, log }) => Object.values(breakdown(log, Object.keys(scores))))
      .map((row) => Math.abs(row[source]))
      .reduce((sum, points) => sum + points, 0),
  );
  expect(SOURCES.filter((_, number) => sums[number] === 0)).toEqual([]);
});

test("points are doubled until the next placement, unless that was taken back", () => {
  const entry = (kind: TableEvent["kind"], ...events: GameEvent["event"][]): TableEvent =>
    ({ seq: 0, at: 0, kind, events: events.map((event) => ({ event })) }) as unknown as TableEvent;
  const log = [entry("moved", "placed"), entry("moved", "doubled")];
  expect(doubled(log)).toBe(true);
  expect(doubled([...log, entry("taken_back")])).toBe(false);
  expect(doubled([...log, entry("moved", "turn_began", "placed")])).toBe(false);
});
