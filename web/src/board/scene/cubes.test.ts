// What keeps light away from a cube, as the shader reads it.

import { expect, test } from "vitest";
import type { Cell } from "../../protocol";
import { surrounding } from "./cubes";

const bits = (cell: Cell, ...filled: Cell[]): number =>
  surrounding(cell, (other) => filled.some((it) => it.join() === other.join()))
    .toString(2)
    .replaceAll("0", "").length;

test("a cube in the air with nothing around it is dark nowhere", () => expect(bits([3, 3, 3])).toBe(0));

test("the ground is under all of a cube that stands on it", () => expect(bits([3, 3, 1])).toBe(9));

test("every neighbour has a bit of its own", () => {
  const around: Cell[] = [];
  for (const x of [2, 3, 4]) for (const y of [2, 3, 4]) for (const z of [2, 3, 4]) around.push([x, y, z]);
  const seen = new Set(around.map((it) => surrounding([3, 3, 3], (other) => it.join() === other.join())));
  expect(seen.size).toBe(27);
  expect(bits([3, 3, 3], ...around)).toBe(27);
});

test("the cell to the right is bit 14, as the shader counts: x, then up, then towards the viewer", () => {
  expect(surrounding([3, 3, 3], ([x, y, level]) => x === 4 && y === 3 && level === 3)).toBe(1 << 14);
  expect(surrounding([3, 3, 3], ([x, y, level]) => x === 3 && y === 3 && level === 4)).toBe(1 << 16);
  expect(surrounding([3, 3, 3], ([x, y, level]) => x === 3 && y === 4 && level === 3)).toBe(1 << 22);
});
