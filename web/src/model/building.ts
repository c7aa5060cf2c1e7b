// What stands on the sites: every cube with its colour, heights of columns, chains of linked cubes.

import type { BlockTold, Cell, Position } from "../protocol";
import type { Edition } from "./edition";

export interface Cube {
  site: string;
  cell: Cell;
  colour: string;
  block: string;
  by: string;
}

/** Cubes of a site that are meant, such as those a line of the log is about. */
export interface Lit {
  site: string;
  cells: readonly Cell[];
}

export const cellKey = (cell: Cell): string => cell.join(",");
export const columnKey = (x: number, y: number): string => `${x},${y}`;

export class Building {
  readonly cubes: Cube[] = [];
  readonly at = new Map<string, Cube>();
  private readonly heights = new Map<string, number>();

  constructor(
    readonly edition: Edition,
    readonly site: string,
    readonly blocks: BlockTold[],
  ) {
    for (const block of blocks) {
      const colours = edition.coloursOf(block.block);
      block.cubes.forEach((cell, number) => {
        const cube = { site, cell, colour: colours[number]!, block: block.block, by: block.by };
        this.cubes.push(cube);
        this.at.set(cellKey(cell), cube);
        const column = columnKey(cell[0], cell[1]);
        this.heights.set(column, Math.max(this.heights.get(column) ?? 0, cell[2]));
      });
    }
  }

  height(x: number, y: number): number {
    return this.heights.get(columnKey(x, y)) ?? 0;
  }

  /** The cells face to face with one, joints of the plan included (SCO-1, SCO-3). */
  neighbours(cell: Cell): Cell[] {
    const [x, y, level] = cell;
    const found: Cell[] = [
      [x + 1, y, level],
      [x - 1, y, level],
      [x, y + 1, level],
      [x, y - 1, level],
      [x, y, level + 1],
      [x, y, level - 1],
    ];
    for (const [one, other] of this.edition.site(this.site).joints) {
      if (one[0] === x && one[1] === y) found.push([other[0], other[1], level]);
      if (other[0] === x && other[1] === y) found.push([one[0], one[1], level]);
    }
    return found;
  }

  /**
   * The cubes of a colour that would count for a block put here: its own above the snow, and those linked to them. What a
   * challenge builds above the last level counts and links nothing (CHA-9).
   */
  counting(cubes: readonly Cell[], colours: readonly string[], colour: string, snow: number): Cell[] {
    const counts = (level: number) => level > snow && level <= this.edition.levels;
    const counted = new Map<string, Cell>();
    const open: Cell[] = [];
    cubes.forEach((cell, number) => {
      if (colours[number] === colour && counts(cell[2])) {
        counted.set(cellKey(cell), cell);
        open.push(cell);
      }
    });
    for (let cell = open.pop(); cell; cell = open.pop())
      for (const next of this.neighbours(cell)) {
        const cube = this.at.get(cellKey(next));
        if (cube && cube.colour === colour && counts(next[2]) && !counted.has(cellKey(next))) {
          counted.set(cellKey(next), next);
          open.push(next);
        }
      }
    return [...counted.values()];
  }
}

/** What stands on each site; where the same blocks stood before, the same object: whoever drew it need not do so again. */
export function buildings(
  edition: Edition,
  position: Pick<Position, "buildings">,
  before: Record<string, Building> = {},
): Record<string, Building> {
  return Object.fromEntries(
    edition.sites.map((site) => {
      const [old, blocks] = [before[site], position.buildings[site] ?? []];
      const same = old && old.blocks.length === blocks.length && old.blocks.every((it, at) => alike(it, blocks[at]!));
      return [site, same ? old : new Building(edition, site, blocks)];
    }),
  );
}

const alike = (one: BlockTold, other: BlockTold): boolean =>
  one === other || (one.block === other.block && one.by === other.by && one.cubes.join() === other.cubes.join());
