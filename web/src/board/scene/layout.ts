// Where things stand. A column (x, y) of a plan is one unit square; x goes right, y towards the viewer, levels go up.
// Boards lie on the table in a row, a triangle or a column: whichever the window shows largest.

import type { Edition } from "../../model/edition";

/** The foundation's stones stand this high above the board, whose top is at height 0. */
export const STONE = 0.14;
export const BOARD = 0.32;
/** Room on the board around the plan: at the front is its name, on the right stand tally stick, disk and standee. */
export const MARGIN = { left: 0.8, right: 2.3, back: 0.8, front: 1.5 };
const GAP = 0.6;
/** How much of the table shows around the boards. */
export const TABLE_RIM = 4.5;

export interface Spot {
  site: string;
  /** The centre of column (0, 0). */
  x: number;
  z: number;
  /** Columns across and down. */
  across: number;
  down: number;
  /** The board's rectangle: left, right, back, front. */
  left: number;
  right: number;
  back: number;
  front: number;
}

export type Point = [number, number, number];
export type Shape = "row" | "triangle" | "column";

export interface Layout {
  shape: Shape;
  spots: Spot[];
  left: number;
  right: number;
  back: number;
  front: number;
}

function spot(edition: Edition, site: string, left: number, back: number): Spot {
  const { plan } = edition.site(site);
  const [across, down] = [plan[0]!.length, plan.length];
  return {
    site,
    across,
    down,
    left,
    back,
    right: left + MARGIN.left + across + MARGIN.right,
    front: back + MARGIN.back + down + MARGIN.front,
    x: left + MARGIN.left + 0.5,
    z: back + MARGIN.back + 0.5,
  };
}

/** A row of boards one beside the other, their middles on one line; centred on the middle of the table. */
function row(edition: Edition, sites: readonly string[], back: number): Spot[] {
  const sized = sites.map((site) => spot(edition, site, 0, 0));
  const wide = sized.reduce((sum, it) => sum + it.right + GAP, -GAP);
  const deep = Math.max(...sized.map((it) => it.front));
  let left = -wide / 2;
  return sized.map((it) => {
    const placed = spot(edition, it.site, left, back + (deep - it.front) / 2);
    left = placed.right + GAP;
    return placed;
  });
}

function rows(edition: Edition, shape: Shape): string[][] {
  const sites = edition.sites;
  if (shape === "row") return [[...sites]];
  if (shape === "column") return sites.map((site) => [site]);
  return [sites.slice(0, -1), sites.slice(-1)];
}

export function layOut(edition: Edition, shape: Shape): Layout {
  const spots: Spot[] = [];
  let back = 0;
  for (const sites of rows(edition, shape)) {
    const placed = row(edition, sites, back);
    back = Math.max(...placed.map((it) => it.front)) + GAP;
    spots.push(...placed);
  }
  const deep = back - GAP;
  for (const it of spots) {
    it.z -= deep / 2;
    it.back -= deep / 2;
    it.front -= deep / 2;
  }
  return {
    shape,
    spots,
    left: Math.min(...spots.map((it) => it.left)),
    right: Math.max(...spots.map((it) => it.right)),
    back: -deep / 2,
    front: deep / 2,
  };
}

export const SHAPES: readonly Shape[] = ["row", "triangle", "column"];

/** Where tally stick, standee and disk stand beside a site. */
export function beside(spot: Spot): { x: number; stick: number; standee: number; disk: number } {
  const middle = spot.z - 0.5 + spot.down / 2;
  return { x: spot.x + spot.across + 0.72, stick: middle - 2.2, standee: middle + 0.35, disk: middle + 2.1 };
}

/** The points that must be seen when a board is looked at: its corners, and those of a building of full height. */
export function corners(spot: Spot, levels: number): Point[] {
  const top = STONE + levels;
  const [left, right] = [spot.x - 0.5, spot.x + spot.across - 0.5];
  const [back, front] = [spot.z - 0.5, spot.z + spot.down - 0.5];
  return [
    [spot.left, 0, spot.back],
    [spot.right, 0, spot.back],
    [spot.left, 0, spot.front],
    [spot.right, 0, spot.front],
    [left, top, back],
    [right + 1.4, top, back],
    [left, top, front],
    [right, top, front],
  ];
}
