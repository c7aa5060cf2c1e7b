// The cubes of a snowfall, held against what the rules counted in whole games.

import { expect, test } from "vitest";
import type { SnowFellTold } from "../protocol";
import { buildings } from "./building";
import { fallen, litOf, owing, points } from "./counted";
import { edition, GAMES } from "./fixtures/fixtures";
import { replayed } from "./timeline";

const SNOWFALLS = GAMES.flatMap(({ told }) => {
  const timeline = replayed(told);
  return Array.from({ length: timeline.length }, (_, at) => timeline.at(at)).flatMap((moment) => {
    const events = moment.log.at(-1)?.events ?? [];
    const at = events.findIndex((event) => event.event === "snow_fell");
    return at < 0 ? [] : [{ moment, told: events[at] as SnowFellTold, since: events.slice(at + 1) }];
  });
});

test("there are snowfalls to look at", () => expect(SNOWFALLS.length).toBeGreaterThan(2));

test("as many cubes are lit as the rules counted, and they bring what the rules gave", () => {
  for (const { moment, told, since } of SNOWFALLS) {
    const snowfall = fallen(told, buildings(edition, moment.snapshot.position!), since);
    for (const { site, mark, cubes } of told.sites) {
      const sums = points(snowfall.counted[site]!);
      for (const [colour, count] of Object.entries(cubes)) expect(sums[colour] ?? 0).toBe(count * mark);
      for (const { cell } of snowfall.counted[site]!) expect(cell[2]).toBe(told.level);
      expect(litOf(snowfall.counted[site]!).flatMap(({ cells }) => cells)).toHaveLength(
        Object.values(cubes).reduce((sum, count) => sum + count, 0),
      );
    }
  }
});

test("what was built after it was not counted", () => {
  const { moment, told } = SNOWFALLS[0]!;
  const built = buildings(edition, moment.snapshot.position!);
  const site = told.sites.find(({ cubes }) => Object.values(cubes).some(Boolean))!.site;
  const whole = fallen(told, built, []).counted[site]!;
  const last = whole.at(-1)!;
  const placed = {
    event: "placed",
    by: "white",
    block: "",
    site,
    cubes: [last.cell],
    bonus: false,
    scored: [],
  } as const;
  expect(fallen(told, built, [{ ...placed, cubes: [...placed.cubes], scored: [] }]).counted[site]).toEqual(
    whole.filter((cube) => cube !== last),
  );
});

test("markers wait for the points that have not come yet, and have all of them in the end", () => {
  const { moment, told, since } = SNOWFALLS[0]!;
  const { snapshot } = moment;
  const all = Object.values(fallen(told, buildings(edition, snapshot.position!), since).counted).flat();
  const [first] = all;
  const before = owing(snapshot, [first!]).position!.scores;
  expect(before[first!.colour]).toBe(snapshot.position!.scores[first!.colour]! - first!.points);
  expect(owing(snapshot, [])).toBe(snapshot);
});
