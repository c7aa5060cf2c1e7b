// Which cubes a snowfall counted, and what stands on the score track while they are counted one after the other.

import type { Cell, GameEvent, PlacedTold, Snapshot, SnowFellTold } from "../protocol";
import { cellKey, type Building, type Lit } from "./building";

/** A cube that a snowfall counted, and its points. */
export interface Counted {
  site: string;
  cell: Cell;
  colour: string;
  points: number;
}

/** A snowfall, and the cubes it counted at each site in the order they are counted. */
export interface Fallen extends SnowFellTold {
  counted: Record<string, readonly Counted[]>;
}

/**
 * The cubes that a snowfall counted: of every colour that scores at a site, those of the level (SNW-1; alone only the site's
 * own colour and Winter's, SOL-7). `since` is what happened after it: what was built then was not there.
 */
export function fallen(told: SnowFellTold, built: Record<string, Building>, since: readonly GameEvent[]): Fallen {
  const later = new Set(
    since
      .filter((event): event is PlacedTold => event.event === "placed")
      .flatMap((event) => event.cubes.map((cell) => `${event.site} ${cellKey(cell)}`)),
  );
  const counted = told.sites.map(({ site, mark, cubes }) => {
    const found = built[site]!.cubes.filter(
      ({ cell, colour }) => cell[2] === told.level && cubes[colour] && !later.has(`${site} ${cellKey(cell)}`),
    );
    return [site, found.map(({ cell, colour }): Counted => ({ site, cell, colour, points: mark }))] as const;
  });
  return { ...told, counted: Object.fromEntries(counted) };
}

/** What counted cubes bring each colour. */
export function points(cubes: readonly Counted[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { colour, points } of cubes) sums[colour] = (sums[colour] ?? 0) + points;
  return sums;
}

/** Counted cubes as they are lit. */
export function litOf(cubes: readonly Counted[]): Lit[] {
  const sites = [...new Set(cubes.map(({ site }) => site))];
  return sites.map((site) => ({ site, cells: cubes.filter((it) => it.site === site).map(({ cell }) => cell) }));
}

/** A table whose markers do not yet have the points of some cubes. */
export function owing(table: Snapshot, cubes: readonly Counted[]): Snapshot {
  const { position } = table;
  if (!position || !cubes.length) return table;
  const owed = points(cubes);
  const less = (scores: Record<string, number>): Record<string, number> =>
    Object.fromEntries(Object.entries(scores).map(([colour, had]) => [colour, had - (owed[colour] ?? 0)]));
  const result = position.result && { ...position.result, scores: less(position.result.scores) };
  return { ...table, position: { ...position, scores: less(position.scores), result } };
}
