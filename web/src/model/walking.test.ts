// Arrow keys must lead to every column of every plan, and back.

import { expect, test } from "vitest";
import { edition } from "./fixtures/fixtures";
import { nextColumn } from "./walking";

const STEPS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

test.each(edition.sites)("arrows reach each column: %s", (site) => {
  const columns = edition.columns(site);
  const [x, y] = columns[0]!;
  const reached = new Set<string>();
  const open = [{ site, x, y }];
  for (let from = open.pop(); from; from = open.pop()) {
    if (reached.has(`${from.x},${from.y}`)) continue;
    reached.add(`${from.x},${from.y}`);
    for (const [dx, dy] of STEPS) {
      const next = nextColumn(edition, from, dx, dy);
      if (next) open.push(next);
    }
  }
  expect(reached.size).toBe(columns.length);
});

test("a step goes to the neighbour, over gaps, and not over the edge", () => {
  expect(nextColumn(edition, { site: "mill", x: 0, y: 0 }, 1, 0)).toEqual({ site: "mill", x: 1, y: 0 });
  expect(nextColumn(edition, { site: "mill", x: 0, y: 3 }, 1, 0)).toEqual({ site: "mill", x: 7, y: 3 });
  expect(nextColumn(edition, { site: "mill", x: 0, y: 0 }, -1, 0)).toBeNull();
});
