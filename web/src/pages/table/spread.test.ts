import { expect, test } from "vitest";
import { spread } from "./spread";

test("markers with room stay where they are", () => {
  expect(spread([100, 0, 50], 20, -10)).toEqual([100, 0, 50]);
});

test("equal ones stand side by side around their place, in their order", () => {
  expect(spread([100, 100, 100], 20, 0)).toEqual([80, 100, 120]);
});

test("those that are near push each other apart as little as they must", () => {
  expect(spread([100, 106], 20, 0)).toEqual([93, 113]);
});

test("a group that grows into another takes it along", () => {
  const places = spread([100, 100, 115, 130], 20, 0);
  const sorted = [...places].sort((a, b) => a - b);
  for (let number = 1; number < sorted.length; number++)
    expect(sorted[number]! - sorted[number - 1]!).toBeGreaterThanOrEqual(20 - 1e-9);
  expect(places).toEqual(sorted);
});

test("at the beginning of the game all are at 0, and none off the line", () => {
  expect(spread([0, 0, 0, 0], 20, -8)).toEqual([-8, 12, 32, 52]);
});
