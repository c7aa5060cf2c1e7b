// An edition as the page uses it: poses by id, colours by number, plans.

import type { Cell, Column, EditionTold } from "../protocol";

export interface Placed {
  id: number;
  block: string;
  shape: string;
  colour: number;
  site: string;
  cubes: Cell[];
}

export class Edition {
  readonly colours: string[];
  readonly sites: string[];
  readonly levels: number;
  private readonly poses: { site: string; shape: string; cubes: Cell[] }[] = [];
  private readonly sizes: Record<string, number> = {};

  constructor(readonly told: EditionTold) {
    this.colours = told.colours.map((colour) => colour.id);
    this.sites = told.sites.map((site) => site.id);
    this.levels = told.bonus.length;
    for (const group of told.poses)
      group.cubes.forEach((cubes, number) => {
        this.poses[group.first + number] = { site: group.site, shape: group.shape, cubes };
      });
    for (const shape of told.shapes) this.sizes[shape.id] = shape.cubes.length;
    for (const bonus of told.bonus) this.sizes[bonus.id] = bonus.length;
  }

  placement(id: number): Placed {
    const colour = id % this.colours.length;
    const pose = this.poses[Math.floor(id / this.colours.length)]!;
    return { id, colour, block: `${pose.shape}-${this.colours[colour]}`, ...pose };
  }

  /** How many placements there are. */
  get placements(): number {
    return this.poses.length * this.colours.length;
  }

  /** The poses in which a shape stands on the foundation of a site. */
  onGround(shape: string): { site: string; cubes: Cell[] }[] {
    return this.poses.filter(
      (pose) => pose.shape === shape && Math.min(...pose.cubes.map(([, , level]) => level)) === 1,
    );
  }

  site(id: string) {
    return this.told.sites.find((site) => site.id === id)!;
  }

  columns(site: string): [number, number][] {
    return this.site(site).plan.flatMap((row, y) =>
      [...row].flatMap((mark, x) => (mark === "#" ? [[x, y] as [number, number]] : [])),
    );
  }

  inPlan(site: string, x: number, y: number): boolean {
    return this.site(site).plan[y]?.[x] === "#";
  }

  isBonus(shape: string): boolean {
    return this.told.bonus.some((bonus) => bonus.id === shape);
  }

  size(shape: string): number {
    return this.sizes[shape]!;
  }

  /** The flat drawing of a shape: cells in the block's own cube order. */
  drawing(shape: string): readonly Column[] {
    const found = this.told.shapes.find((it) => it.id === shape);
    return found ? found.cubes : Array.from({ length: this.size(shape) }, (_, x) => [x, 0]);
  }

  /** The colour of each cube of a block: the colours go round from the one it doubles; bonus blocks have one colour. */
  coloursOf(block: string): string[] {
    const cut = block.lastIndexOf("-");
    const shape = block.slice(0, cut);
    const first = this.colours.indexOf(block.slice(cut + 1));
    return Array.from({ length: this.size(shape) }, (_, cube) =>
      this.isBonus(shape) ? this.colours[first]! : this.colours[(first + cube) % this.colours.length]!,
    );
  }

  shapeOf(block: string): string {
    return block.slice(0, block.lastIndexOf("-"));
  }

  colourOf(block: string): string {
    return block.slice(block.lastIndexOf("-") + 1);
  }

  marks(stick: string): number[] {
    return this.told.sticks.find((it) => it.colour === stick)!.marks;
  }

  disk(stick: string): number {
    return this.told.sticks.find((it) => it.colour === stick)!.disk;
  }
}
