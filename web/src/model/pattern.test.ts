import { expect, test } from "vitest";
import { edition } from "./fixtures/fixtures";
import type { Cell } from "../protocol";
import { Building } from "./building";
import { patternOf, progressOf } from "./pattern";

const challenge = (id: string) => edition.told.solo.challenges.find((it) => it.id === id)!;

test("a pattern stands where its challenge asks for it, on columns of the plan", () => {
  const cells = patternOf(edition, challenge("belfry"));
  expect(cells).toHaveLength(5);
  expect(cells).toContainEqual([3, 8, 3]); // the marked cube, at its column
  for (const [x, y] of cells) expect(edition.inPlan("church", x, y)).toBe(true);
});

test("blocks that fill a rectangle show the rectangle", () => {
  const cells = patternOf(edition, challenge("scythes"));
  expect(cells).toHaveLength(10);
  expect(new Set(cells.map(([, , level]) => level))).toEqual(new Set([1, 2]));
});

test("where only the number of blocks counts there is nothing to show", () => {
  expect(patternOf(edition, challenge("cannons"))).toEqual([]);
});

test("every shape stands on the ground of a site in some pose", () => {
  for (const { id } of [...edition.told.shapes, ...edition.told.bonus]) {
    const poses = edition.onGround(id);
    expect(poses.length).toBeGreaterThan(0);
    for (const { site, cubes } of poses) {
      expect(Math.min(...cubes.map(([, , level]) => level))).toBe(1);
      for (const [x, y] of cubes) expect(edition.inPlan(site, x, y)).toBe(true);
    }
  }
  expect(edition.placements).toBe(18_528);
});

test("CHA-7: horseshoes count as far as they stand with their tips up, on levels 2 and 3, and were placed by the player", () => {
  const ramparts = challenge("ramparts");
  const up = patternOf(edition, ramparts);
  const lower = up.map(([x, y, level]): Cell => [x, y, level - 1]);
  const turned = up.map(([x, y, level]): Cell => [x, y, 5 - level]);
  const built = (...blocks: [by: string, cubes: Cell[]][]) =>
    new Building(
      edition,
      "redoubt",
      blocks.map(([by, cubes]) => ({ block: "horseshoe-white", by, cubes })),
    );
  expect(progressOf(edition, built(), ramparts)).toBe(0);
  expect(progressOf(edition, built(["player", up]), ramparts)).toBe(1);
  expect(progressOf(edition, built(["player", [...up].reverse()]), ramparts)).toBe(1);
  expect(progressOf(edition, built(["player", lower], ["player", turned], ["winter", up]), ramparts)).toBe(0);
  expect(progressOf(edition, built(), challenge("belfry"))).toBeNull();
  expect(progressOf(edition, built(), challenge("scythes"))).toBeNull();
});
