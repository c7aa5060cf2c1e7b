// Snow as it lies around one site: a height for each point of a fine grid. It banks up against what is covered, caps
// the columns that are covered whole, and lies thin where nothing stands yet: there one can still build.

import { BufferGeometry, Color, Float32BufferAttribute } from "three";
import type { Building } from "../../model/building";
import { columnKey } from "../../model/building";
import type { Edition } from "../../model/edition";
import { STONE, type Spot } from "./layout";
import { enclosed } from "./surfaces";

const FINE = 6;
/** How far around the plan; whole steps of the grid, so that its points lie on the borders of columns. */
const REACH = 5 / FINE;
/** How often each point takes the mean of those around it. */
const SMOOTHED = 5;

const smooth = (from: number, to: number, at: number): number => {
  const t = Math.min(1, Math.max(0, (at - from) / (to - from)));
  return t * t * (3 - 2 * t);
};

/** Soft, repeatable bumps between -1 and 1. */
const bumps = (x: number, y: number): number =>
  (Math.sin(x * 1.7 + Math.sin(y * 2.3)) + Math.sin(y * 2.1 - x * 0.9 + 1.3) + 0.6 * Math.sin(x * 4.7 + y * 3.9)) / 2.6;

/** How many cubes stand on each other from the foundation up, without a hole. */
function stacked(building: Building, x: number, y: number): number {
  let level = 0;
  while (building.at.has(`${x},${y},${level + 1}`)) level++;
  return level;
}

export function drift(edition: Edition, spot: Spot, building: Building, snow: number): BufferGeometry {
  const columns = edition.columns(spot.site).map(([x, y]) => ({
    x,
    y,
    filled: Math.min(snow, stacked(building, x, y)),
    height: building.height(x, y),
  }));
  const byKey = new Map(columns.map((column) => [columnKey(column.x, column.y), column]));
  const yard = new Set(enclosed(edition, spot).map(([x, y]) => columnKey(x, y)));

  /** How high it lies on a column, at a point of it; on one that stands out of it, hidden within the cubes. */
  const onColumn = (here: (typeof columns)[number], x: number, y: number, bump: number): number => {
    const edge = Math.max(Math.abs(x - here.x), Math.abs(y - here.y));
    if (here.height > snow) return STONE + 0.06 + here.filled * 0.84;
    if (here.height > 0) return STONE + here.height + 0.05 + 0.1 * (1 - smooth(0.2, 0.5, edge)) + 0.02 * bump;
    // Nothing stands there: a shallow hollow shows the column, and no stone looks out of it.
    return STONE + 0.075 - 0.05 * smooth(0.28, 0.5, edge + 0.03 * bump);
  };

  /** How high it lies at a point, and how high it may lie there at most: on columns it is what it is. */
  const heightAt = (x: number, y: number): { height: number; most: number; firm: boolean } => {
    const [cx, cy] = [Math.round(x), Math.round(y)];
    const bump = bumps(x + spot.x, y + spot.z);
    // A point on a border belongs to both sides. The lower one counts, so that walls are left bare on all sides alike.
    const sides = (at: number): number[] => [...new Set([Math.round(at - 0.01), Math.round(at + 0.01)])];
    const around = sides(x).flatMap((ax) => sides(y).map((ay) => byKey.get(columnKey(ax, ay))));
    const lowest = Math.min(...around.map((column) => (column ? onColumn(column, x, y, bump) : Infinity)));
    if (around.every(Boolean)) return { height: lowest, most: lowest, firm: true };
    // Between the columns: a wide bank around the first level, a narrow one around each further level, as in the box.
    let bank = -1;
    let near = Infinity;
    for (const column of columns) {
      const away = Math.hypot(Math.max(0, Math.abs(x - column.x) - 0.5), Math.max(0, Math.abs(y - column.y) - 0.5));
      if (away > 2) continue;
      near = Math.min(near, away);
      for (let level = 1; level <= column.filled; level++) {
        const part = away / (0.12 + 0.5 / level + 0.09 * bump);
        const bend = smooth(-0.35, 1, part) * (level === 1 ? 0.75 : 0.9) + 5 * smooth(0.85, 1.8, part);
        bank = Math.max(bank, STONE + level - 0.45 - bend);
      }
    }
    const inYard = yard.has(columnKey(cx, cy));
    const thin = inYard ? 0.1 + 0.05 * snow + 0.05 * bump : 0.15 - 0.34 * smooth(0.05, 0.62, near + 0.14 * bump);
    const height = Math.min(lowest, Math.max(bank, thin) + (bank > thin ? 0.03 * bump : 0));
    return { height, most: lowest, firm: false };
  };

  const across = Math.round((spot.across + 2 * REACH) * FINE);
  const down = Math.round((spot.down + 2 * REACH) * FINE);
  const points = Array.from({ length: (across + 1) * (down + 1) }, (_, at) =>
    heightAt((at % (across + 1)) / FINE - 0.5 - REACH, Math.floor(at / (across + 1)) / FINE - 0.5 - REACH),
  );
  // Wind smooths what lies between the columns.
  for (let round = 0; round < SMOOTHED; round++) {
    const before = points.map(({ height }) => height);
    points.forEach((point, at) => {
      const [i, j] = [at % (across + 1), Math.floor(at / (across + 1))];
      if (point.firm || i === 0 || j === 0 || i === across || j === down) return;
      let [sum, count] = [0, 0];
      for (const beside of [at - across - 1, at - 1, at, at + 1, at + across + 1])
        if (!points[beside]!.firm) {
          sum += before[beside]!;
          count++;
        }
      point.height = Math.min(point.most, sum / count);
    });
  }
  const places: number[] = [];
  const tints: number[] = [];
  const index: number[] = [];
  const [deep, high] = [new Color("#a9c6e8"), new Color("#f7fafd")];
  const tint = new Color();
  for (let j = 0; j <= down; j++)
    for (let i = 0; i <= across; i++) {
      const [x, y] = [i / FINE - 0.5 - REACH, j / FINE - 0.5 - REACH];
      const { height } = points[j * (across + 1) + i]!;
      places.push(spot.x + x, Math.max(height, -0.12), spot.z + y);
      tint.copy(deep).lerp(high, smooth(-0.05, 0.35, height));
      tints.push(tint.r, tint.g, tint.b);
      if (i < across && j < down) {
        const at = j * (across + 1) + i;
        index.push(at, at + across + 1, at + 1, at + 1, at + across + 1, at + across + 2);
      }
    }
  const geometry = new BufferGeometry();
  geometry.setIndex(index);
  geometry.setAttribute("position", new Float32BufferAttribute(places, 3));
  geometry.setAttribute("color", new Float32BufferAttribute(tints, 3));
  geometry.computeVertexNormals();
  return geometry;
}
