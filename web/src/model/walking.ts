// Walking over the columns of a plan by arrow keys. Plans have gaps, so a step goes to the nearest column that way.

import type { Edition } from "./edition";

export interface Column {
  site: string;
  x: number;
  y: number;
}

/** What lies aside is last in the choice: a step goes straight on where it can, also across a yard. */
const ASIDE = 100;

/** The column a step leads to, or null at the edge. */
export function nextColumn(edition: Edition, from: Column, dx: number, dy: number): Column | null {
  let best: Column | null = null;
  let least = Infinity;
  for (const [x, y] of edition.columns(from.site)) {
    const along = (x - from.x) * dx + (y - from.y) * dy;
    const aside = Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx);
    if (along > 0 && along + ASIDE * aside < least) {
      least = along + ASIDE * aside;
      best = { site: from.site, x, y };
    }
  }
  return best;
}
