// What is under the pointer: the first cube or foundation stone that a ray meets. A few hundred boxes need no tree.

import type { OnBoard } from "../../model/asked";
import type { Building } from "../../model/building";
import type { Edition } from "../../model/edition";
import type { Cell } from "../../protocol";
import { beside, STONE, type Layout, type Spot } from "./layout";
import type { Column } from "../../model/walking";
import { STICK } from "./surfaces";

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

/** The first cube or stone under a ray, and how far it is; level 0 is the foundation. Cubes above `peel` are looked through. */
function cellUnder(
  ray: Ray,
  layout: Layout,
  edition: Edition,
  built: Record<string, Building>,
  peel: number,
): { site: string; x: number; y: number; level: number; far: number } | null {
  let found: ReturnType<typeof cellUnder> = null;
  for (const spot of layout.spots) {
    const take = (x: number, y: number, level: number, far: number): void => {
      if (far < (found?.far ?? Infinity)) found = { site: spot.site, x, y, level, far };
    };
    for (const [x, y] of edition.columns(spot.site)) {
      const [cx, cz] = [spot.x + x, spot.z + y];
      take(x, y, 0, meets(ray, [cx - 0.5, 0, cz - 0.5], [cx + 0.5, STONE, cz + 0.5]));
    }
    for (const { cell } of built[spot.site]?.cubes ?? [])
      if (cell[2] <= peel) take(...cell, meets(ray, ...box(spot, cell)));
  }
  return found;
}

/** The column under a ray. */
export function columnUnder(...under: Parameters<typeof cellUnder>): Column | null {
  const found = cellUnder(...under);
  return found && { site: found.site, x: found.x, y: found.y };
}

/** What can be asked about under a ray: what stands beside a site is met `slack` before it is touched. */
export function thingUnder(slack: number, ...under: Parameters<typeof cellUnder>): OnBoard | null {
  const [ray, layout, edition] = under;
  const cell = cellUnder(...under);
  let nearest = cell?.far ?? Infinity;
  let found: OnBoard | null = cell && { kind: "cube", site: cell.site, x: cell.x, y: cell.y, level: cell.level };
  for (const { site, ...spot } of layout.spots) {
    const { x, ...z } = beside({ site, ...spot });
    const take = (thing: OnBoard, at: number, half: number, low: number, high: number): void => {
      const wide = half + slack;
      const far = meets(ray, [x - wide, low, at - wide], [x + wide, high, at + wide]);
      if (far >= nearest) return;
      nearest = far;
      found = thing;
    };
    const half = STICK.wide / 2;
    for (let level = 1; level <= edition.levels; level++)
      take({ kind: "stick", site, level }, z.stick, half, STONE + level - 1, STONE + level);
    const top = STONE + edition.levels;
    take({ kind: "stick", site, level: null }, z.stick, half, top, top + STICK.cap);
    take({ kind: "standee", site }, z.standee, 0.45, 0, 2);
    take({ kind: "disk", site }, z.disk, 0.7, 0, 0.2);
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
