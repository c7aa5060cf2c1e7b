import { expect, test } from "vitest";
import { Pace } from "./pace";

function after(pace: Pace, frames: number, seconds: (pixels: number) => number): number {
  for (let frame = 0; frame < frames; frame++) pace.took(seconds(pace.moving));
  return pace.moving;
}

test("where frames are quick nothing is coarse", () => {
  expect(after(new Pace(2, 2), 200, () => 0.008)).toBe(2);
  expect(after(new Pace(0.6, 1), 200, () => 0.008)).toBe(1);
});

test("where pixels are dear it finds out how many it can have, and stays with that", () => {
  const dear = (pixels: number): number => 0.09 * pixels ** 2;
  const pace = new Pace(2, 2);
  const found = after(pace, 400, dear);
  expect(dear(found)).toBeLessThanOrEqual(1 / 20);
  const seen = new Set(Array.from({ length: 400 }, () => after(pace, 1, dear)));
  expect(seen.size).toBe(1);
});

test("it is never coarser than can be read, nor finer than the screen", () => {
  expect(after(new Pace(1, 1), 900, () => 0.5)).toBe(0.5);
  expect(new Pace(2, 1).moving).toBe(1);
  expect(after(new Pace(0.5, 0.5), 100, () => 0.5)).toBe(0.5);
});
