// The edges of a body of cells, as thin bars (which stay visible on any screen) or as lines.

import type { Cell } from "../../protocol";
import { STONE, type Point, type Spot } from "./layout";

export type Edge = [Point, Point];

/** The edges of what the cells make together; where two faces lie in one plane there is none. */
export function edges(spot: Spot, cells: readonly Cell[]): Edge[] {
  const filled = new Set(cells.map((cell) => cell.join()));
  const found = new Map<string, Edge>();
  for (const cell of cells)
    for (let axis = 0; axis < 3; axis++) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3] as [number, number];
      for (const du of [0, 1])
        for (const dv of [0, 1]) {
          // The four cells around this edge.
          const around = [0, 1].flatMap((a) =>
            [0, 1].map((b) => {
              const other = [...cell];
              other[u]! += du - 1 + a;
              other[v]! += dv - 1 + b;
              return filled.has(other.join());
            }),
          );
          const count = around.filter(Boolean).length;
          const diagonal = count === 2 && around[0] === around[3];
          if (count === 4 || (count === 2 && !diagonal)) continue;
          const from = [...cell];
          from[u]! += du;
          from[v]! += dv;
          const to = [...from];
          to[axis]! += 1;
          const at = (corner: number[]): Point => [
            spot.x + corner[0]! - 0.5,
            STONE + corner[2]! - 1,
            spot.z + corner[1]! - 0.5,
          ];
          found.set(`${axis} ${from.join()}`, [at(from), at(to)]);
        }
    }
  return [...found.values()];
}
