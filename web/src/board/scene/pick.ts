// What is under the pointer: the first cube or foundation stone that a ray meets. A few hundred boxes need no tree.

import type { Building } from "../../model/building";
import type { Edition } from "../../model/edition";
import type { Cell } from "../../protocol";
import { STONE, type Layout, type Spot } from "./layout";
import type { Column } from "../../model/walking";

export interface Ray {
  from: readonly [number, number, number];
  along: readonly [number, number, number];
}

/** How far along a ray a box begins, or Infinity where it is missed. */
function meets(ray: Ray, low: readonly number[], high: readonly number[]): number {
  let [near, far] = [0, Infinity];
  for (let axis = 0; axis < 3; axis++) {
    const along = ray.along[axis]!;
    const from = ray.from[axis]!;
    const one = (low[axis]! - from) / along;
    const other = (high[axis]! - from) / along;
    near = Math.max(near, Math.min(one, other));
    far = Math.min(far, Math.max(one, other));
  }
  return near <= far ? near : Infinity;
}

/** The box of a cell of a site, drawn in by some margin. */
function box(spot: Spot, cell: Cell, inset = 0): [number[], number[]] {
  const [x, z, y] = [spot.x + cell[0], spot.z + cell[1], STONE + cell[2] - 1];
  const half = 0.5 - inset;
  return [
    [x - half, y + inset, z - half],
    [x + half, y + 1 - inset, z + half],
  ];
}

/** The column under a ray. Cubes above `peel` are looked through. */
export function columnUnder(
  ray: Ray,
  layout: Layout,
  edition: Edition,
  built: Record<string, Building>,
  peel: number,
): Column | null {
  let found: Column | null = null;
  let nearest = Infinity;
  for (const spot of layout.spots) {
    const take = (x: number, y: number, far: number): void => {
      if (far >= nearest) return;
      nearest = far;
      found = { site: spot.site, x, y };
    };
    for (const [x, y] of edition.columns(spot.site)) {
      const [cx, cz] = [spot.x + x, spot.z + y];
      take(x, y, meets(ray, [cx - 0.5, 0, cz - 0.5], [cx + 0.5, STONE, cz + 0.5]));
    }
    for (const cube of built[spot.site]?.cubes ?? [])
      if (cube.cell[2] <= peel) take(cube.cell[0], cube.cell[1], meets(ray, ...box(spot, cube.cell)));
  }
  return found;
}

/** The cubes of a building that stand between an eye and some cells. */
export function inTheWay(
  eye: readonly [number, number, number],
  spot: Spot,
  building: Building,
  cells: readonly Cell[],
): Set<string> {
  const found = new Set<string>();
  const own = new Set(cells.map((cell) => cell.join()));
  for (const cell of cells) {
    const to = [spot.x + cell[0], STONE + cell[2] - 0.5, spot.z + cell[1]] as const;
    const along = [to[0] - eye[0], to[1] - eye[1], to[2] - eye[2]] as const;
    for (const cube of building.cubes) {
      const key = cube.cell.join();
      // What is met before the middle of the cell (1 along the ray) hides it.
      if (!own.has(key) && meets({ from: eye, along }, ...box(spot, cube.cell, 0.06)) < 1) found.add(key);
    }
  }
  return found;
}
