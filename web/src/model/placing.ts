// Placing a block, the heart of the page. A pose is an orientation and a column: the block comes straight down there and
// rests where it first touches (PLC-1), so both say it all. Which poses are legal, and what they gain, the server has said.

import type { Cell, Offer, Position } from "../protocol";
import { cellKey, type Building } from "./building";
import type { Edition, Placed } from "./edition";

/** Cells of a block in its own cube order, the first at the origin. */
export type Orientation = readonly Cell[];

export interface Legal extends Placed {
  do: "place" | "bonus";
  gain: Record<string, number>;
  completes: boolean;
  challenges: string[];
}

/** Why a pose is refused, by the word the catalogues use. */
export type Why = "outside" | "high" | "falls" | "site" | "other";

export interface Ghost {
  block: string;
  site: string;
  cubes: Cell[];
  legal: Legal | null;
  why: Why | null;
}

export type Axis = "x" | "y" | "z";

export function orientationOf(cubes: readonly Cell[]): Orientation {
  const [x0, y0, l0] = cubes[0]!;
  return cubes.map(([x, y, level]) => [x - x0, y - y0, level - l0] as const);
}

export function turned(orientation: Orientation, axis: Axis): Orientation {
  return orientation.map(([x, y, z]): Cell => (axis === "x" ? [x, -z, y] : axis === "y" ? [z, y, -x] : [-y, x, z]));
}

/** Every way a block can be turned, by turning it again and again; drawn flat, as the edition draws it. */
export function orientations(drawing: readonly (readonly [number, number])[]): Orientation[] {
  const found = new Map<string, Orientation>();
  const open: Orientation[] = [orientationOf(drawing.map(([x, y]): Cell => [x, y, 0]))];
  for (let next = open.pop(); next; next = open.pop()) {
    const key = next.map(cellKey).join(" ");
    if (found.has(key)) continue;
    found.set(key, next);
    for (const axis of AXES) open.push(orientationOf(turned(next, axis)));
  }
  return [...found.values()];
}

const AXES: readonly Axis[] = ["x", "y", "z"];

/** Whether a block's first cube is over a column. */
const anchored = ({ cubes }: Placed, x: number, y: number): boolean => cubes[0]![0] === x && cubes[0]![1] === y;

const same = (one: Orientation, other: Orientation): boolean =>
  one.every((cell, number) => cellKey(cell) === cellKey(other[number]!));

/** What looks alike is one pose (PLC-7): the key is each cell with its colour. */
function look(edition: Edition, block: string, cubes: readonly Cell[]): string {
  const colours = edition.coloursOf(block);
  return cubes
    .map((cell, number) => `${cellKey(cell)}:${colours[number]}`)
    .sort()
    .join(" ");
}

/** What a seat may place now, by column, by block and by how it looks. */
export class Placeable {
  readonly legal: Legal[] = [];
  private readonly byLook = new Map<string, Legal>();
  private readonly byColumn = new Map<string, Legal[]>();
  private readonly ways = new Map<string, Orientation[]>();

  constructor(
    readonly edition: Edition,
    readonly position: Position,
    readonly built: Record<string, Building>,
    readonly offer: Offer,
    readonly seat: string,
  ) {
    for (const group of offer.placements)
      group.ids.forEach((id, number) => {
        const gain: Record<string, number> = {};
        for (const [colour, points] of Object.entries(group.gain)) if (points[number]) gain[colour] = points[number]!;
        const legal: Legal = {
          ...edition.placement(id),
          do: group.do,
          gain,
          completes: group.completes.includes(id),
          challenges: group.challenges[String(id)] ?? [],
        };
        this.legal.push(legal);
        this.byLook.set(`${legal.site} ${look(edition, legal.block, legal.cubes)}`, legal);
        for (const column of new Set(legal.cubes.map(([x, y]) => `${x},${y}`))) {
          const key = `${legal.block} ${legal.site} ${column}`;
          const there = this.byColumn.get(key);
          if (there) there.push(legal);
          else this.byColumn.set(key, [legal]);
        }
      });
  }

  /** The blocks that can be placed, in the edition's order. */
  get blocks(): string[] {
    const found = new Set(this.legal.map((legal) => legal.block));
    const shapes = [...this.edition.told.shapes, ...this.edition.told.bonus].map((shape) => shape.id);
    return shapes.flatMap((shape) =>
      this.edition.colours.map((colour) => `${shape}-${colour}`).filter((block) => found.has(block)),
    );
  }

  /** What a legal placement is worth to the one who places it; in solo less what it gives to Winter. */
  worth(legal: Legal): number {
    if (this.position.solo === null) return legal.gain[this.seat] ?? 0;
    const winter = this.edition.told.solo.winter;
    return Object.entries(legal.gain).reduce(
      (sum, [colour, points]) => sum + (colour === winter ? -points : points),
      0,
    );
  }

  /** What it gives to the player and what to Winter, each for itself; Winter gets nothing at a table. */
  parts(legal: Legal): { own: number; winter: number } {
    const winter = this.position.solo ? (legal.gain[this.edition.told.solo.winter] ?? 0) : 0;
    return { own: this.worth(legal) + winter, winter };
  }

  /** The best first: by what hints say each is worth in all, or else by points now. */
  ranked(found: readonly Legal[], worths: ReadonlyMap<number, number> | null): Legal[] {
    const worth = (legal: Legal) => worths?.get(legal.id) ?? this.worth(legal);
    return [...found].sort((one, other) => worth(other) - worth(one) || one.id - other.id);
  }

  /** The columns where a block can stand in some legal pose. */
  columns(block: string, site: string): Set<string> {
    const found = new Set<string>();
    for (const legal of this.legal)
      if (legal.block === block && legal.site === site) for (const [x, y] of legal.cubes) found.add(`${x},${y}`);
    return found;
  }

  /** Whether a block has a cube right on a column as it is built: it stands there, and does not only reach over it. */
  standsOn({ site, cubes }: Pick<Placed, "site" | "cubes">, x: number, y: number): boolean {
    const top = this.built[site]!.height(x, y) + 1;
    return cubes.some((cube) => cube[0] === x && cube[1] === y && cube[2] === top);
  }

  /** The legal poses over a column: those that stand on it first, of those the best, then those whose first cube is there. */
  over(block: string, site: string, x: number, y: number): Legal[] {
    const found = this.byColumn.get(`${block} ${site} ${x},${y}`) ?? [];
    const elsewhere = (legal: Legal) => (this.standsOn(legal, x, y) ? 0 : 1);
    return [...found].sort(
      (one, other) =>
        elsewhere(one) - elsewhere(other) ||
        this.worth(other) - this.worth(one) ||
        Number(anchored(other, x, y)) - Number(anchored(one, x, y)) ||
        one.id - other.id,
    );
  }

  /** Let a block fall: where it rests with one of its cubes (by number, the first unless told) over a column, legal or not. */
  drop(block: string, turnedAs: Orientation, site: string, x: number, y: number, over = 0): Ghost {
    const building = this.built[site]!;
    const [ox, oy] = turnedAs[over]!;
    const orientation = turnedAs.map(([dx, dy, dz]): Cell => [dx - ox, dy - oy, dz]);
    let base = -Infinity;
    for (const [dx, dy, dz] of orientation) base = Math.max(base, building.height(x + dx, y + dy) + 1 - dz);
    const lowest = Math.min(...orientation.map(([, , dz]) => dz));
    base = Math.max(base, 1 - lowest);
    const cubes = orientation.map(([dx, dy, dz]): Cell => [x + dx, y + dy, base + dz]);
    const legal = this.byLook.get(`${site} ${look(this.edition, block, cubes)}`) ?? null;
    return { block, site, cubes, legal, why: legal ? null : this.why(site, cubes) };
  }

  /** The ghost of a legal placement. */
  ghost(legal: Legal): Ghost {
    return { block: legal.block, site: legal.site, cubes: legal.cubes, legal, why: null };
  }

  /**
   * What appears when a column is pointed at: a block that stands on it, as it was turned if it can stand there so; else one
   * that reaches over it; nothing where no pose is legal.
   */
  at(block: string, site: string, x: number, y: number, turnedAs: Orientation | null): Ghost | null {
    const there = this.over(block, site, x, y);
    const standing = there.filter((legal) => this.standsOn(legal, x, y));
    const found = standing.length ? standing : there;
    const alike = turnedAs ? found.filter((legal) => same(orientationOf(legal.cubes), turnedAs)) : [];
    const first = alike.find((legal) => anchored(legal, x, y)) ?? alike[0] ?? found[0];
    return first ? this.ghost(first) : null;
  }

  /** Why a block can stand nowhere over a column: the least of what is wrong with each way to turn it. */
  whyNot(block: string, site: string, x: number, y: number): Why {
    if (this.elsewhere(site)) return "site";
    const whys = new Set<Why>();
    const shape = this.edition.shapeOf(block);
    const ways = this.ways.get(shape) ?? orientations(this.edition.drawing(shape));
    this.ways.set(shape, ways);
    for (const orientation of ways)
      for (let over = 0; over < orientation.length; over++) {
        const { why } = this.drop(block, orientation, site, x, y, over);
        if (why === "falls") return why; // nothing less is wrong than that
        if (why) whys.add(why);
      }
    return (["high", "outside"] as const).find((why) => whys.has(why)) ?? "other";
  }

  /** The next legal pose over the same column. */
  next(ghost: Ghost, x: number, y: number, step: 1 | -1 = 1): Ghost {
    const there = this.over(ghost.block, ghost.site, x, y);
    if (!there.length) return ghost;
    const now = there.findIndex((legal) => legal.id === ghost.legal?.id);
    return this.ghost(there[(now + step + there.length) % there.length]!);
  }

  /** The same cells with another block of the shape, if that is legal. */
  swapped(ghost: Ghost, block: string): Ghost {
    const legal =
      this.byLook.get(`${ghost.site} ${look(this.edition, block, ghost.cubes)}`) ??
      this.legal.find(
        (it) =>
          it.block === block &&
          it.site === ghost.site &&
          it.cubes.map(cellKey).sort().join() === ghost.cubes.map(cellKey).sort().join(),
      ) ??
      null;
    return legal ? this.ghost(legal) : { ...ghost, block, legal: null, why: ghost.why ?? "other" };
  }

  private why(site: string, cubes: Cell[]): Why {
    if (cubes.some(([x, y]) => !this.edition.inPlan(site, x, y))) return "outside";
    if (cubes.some(([, , level]) => level > this.edition.levels)) return "high";
    return this.elsewhere(site) ? "site" : "falls";
  }

  /** Whether this turn has to build on another site. */
  elsewhere(site: string): boolean {
    const required = this.position.solo?.required_site;
    return Boolean(required) && required !== site;
  }
}

/** What a coming snowfall brings each colour; it counts the level of its number. */
export interface AtSnowfall {
  level: number;
  points: Record<string, number>;
}

/**
 * What a ghost's cubes will earn or lose each colour at each of the coming snowfalls, the next one first: the stick's marks
 * of their levels. A snowfall that finds none of them is left out.
 */
export function coming(
  edition: Edition,
  position: Position,
  marks: readonly number[],
  ghost: Pick<Ghost, "block" | "cubes">,
): AtSnowfall[] {
  const tallied = position.snow + (position.solo?.snowing ? 1 : 0);
  const colours = edition.coloursOf(ghost.block);
  return marks.flatMap((mark, below): AtSnowfall[] => {
    const level = below + 1;
    if (level <= tallied) return [];
    const points: Record<string, number> = {};
    ghost.cubes.forEach((cube, number) => {
      const colour = colours[number]!;
      if (cube[2] === level) points[colour] = (points[colour] ?? 0) + mark;
    });
    return Object.keys(points).length ? [{ level, points }] : [];
  });
}

/** What they will bring a colour in all. */
export const comingTo = (snowfalls: readonly AtSnowfall[], colour: string): number =>
  snowfalls.reduce((sum, { points }) => sum + (points[colour] ?? 0), 0);
