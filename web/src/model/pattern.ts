// Where a challenge's pattern fits the plan of its site.

import type { Cell, ChallengeTold, Column } from "../protocol";
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

function rectangle(size: Column | null): Column[] | null {
  if (!size) return null;
  const [width, height] = size;
  return Array.from({ length: width * height }, (_, number) => [number % width, 1 + Math.floor(number / width)]);
}
