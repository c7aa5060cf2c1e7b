// Where a challenge's pattern fits the plan of its site.

import type { Cell, ChallengeTold, Column } from "../protocol";
import type { Building } from "./building";
import type { Edition } from "./edition";

const WAYS: readonly Column[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/** One place where a challenge's pattern fits the plan, as cells; none where only the number of blocks counts. */
export function patternOf(edition: Edition, challenge: ChallengeTold): Cell[] {
  const columns = challenge.at ?? edition.columns(challenge.site);
  const pose = challenge.pose ?? rectangle(challenge.rectangle);
  if (!pose) return [];
  for (const [x, y] of columns)
    for (const [dx, dy] of WAYS) {
      const cells = pose.map(([along, level]): Cell => [x + dx * along, y + dy * along, level]);
      if (cells.every(([cx, cy]) => edition.inPlan(challenge.site, cx, cy))) return cells;
    }
  return [];
}

/**
 * How many of the blocks that a challenge asks for stand already, as it asks for them; null where it is about one block, or
 * about blocks that only together are what it asks for. Winter's do not count (CHA-7).
 */
export function progressOf(edition: Edition, building: Building | undefined, challenge: ChallengeTold): number | null {
  if (challenge.count < 2 || challenge.rectangle) return null;
  const own = (building?.blocks ?? []).filter(
    (it) => it.by !== "winter" && edition.shapeOf(it.block) === challenge.shape,
  );
  const { pose } = challenge;
  const found = pose ? own.filter((it) => standsAs(it.cubes, pose)) : own;
  return Math.min(found.length, challenge.count);
}

/** Whether cubes stand as they are drawn, seen from the front of a wall or from behind. */
function standsAs(cubes: readonly Cell[], pose: readonly Column[]): boolean {
  const drawn = new Set(pose.map(([along, level]) => `${along},${level}`));
  return cubes.some(([x, y]) =>
    WAYS.some(([dx, dy]) =>
      cubes.every(([cx, cy, level]) => {
        const along = (cx - x) * dx + (cy - y) * dy;
        const aside = (cx - x) * dy - (cy - y) * dx;
        return aside === 0 && drawn.has(`${along},${level}`);
      }),
    ),
  );
}

function rectangle(size: Column | null): Column[] | null {
  if (!size) return null;
  const [width, height] = size;
  return Array.from({ length: width * height }, (_, number) => [number % width, 1 + Math.floor(number / width)]);
}
