// What happens in a snowfall's show, and when: site by site the camera comes near, the level glows, each cube that counts lights
// up and its points fly to the marker; the stick is turned, and in the end snow falls.

import { ASK_HANDLE, type BoardHandle, type View } from "../../../board/props";
import { litOf, type Counted, type Fallen } from "../../../model/counted";
import { read, write } from "../../../settings/storage";
import { hear } from "../../../sound/sound";
import { signed } from "../../../words/words";
import type { SnowfallProps } from "./given";
import styles from "./Snowfall.module.css";

/** How long its parts take, in milliseconds: in full for whoever sees the first one, later in brief. */
const PACE = {
  full: { near: 1000, glow: 500, cubes: 2600, cube: 210, turn: 800, snow: 4200 },
  brief: { near: 450, glow: 0, cubes: 600, cube: 90, turn: 200, snow: 1900 },
};
const FLIGHT = 620;
const SEEN = "nouvelle-france/snowfall";

export class Show {
  private readonly timers = new Set<ReturnType<typeof setTimeout>>();
  private stopped = false;
  private readonly pace: typeof PACE.full;
  private through: string[] = [];
  private lit: Counted[] = [];
  private owed: Counted[];
  private near: string | null = null;
  private view: View | null = null;

  constructor(
    private readonly fallen: Fallen,
    private readonly sky: HTMLElement,
    private readonly onBoard: SnowfallProps["onBoard"],
    private readonly say: (site: string | null) => void,
  ) {
    this.pace = read(SEEN, false) ? PACE.brief : PACE.full;
    write(SEEN, true);
    this.owed = Object.values(fallen.counted).flat();
  }

  /** Give it; whether it was seen to the end. */
  async give(): Promise<boolean> {
    const { fallen, pace } = this;
    for (const { site } of fallen.sites) {
      this.look(site);
      this.say(site);
      await this.wait(pace.near);
      const cubes = fallen.counted[site]!;
      this.near = site;
      this.tell();
      await this.wait(pace.glow);
      for (const [step, cube] of cubes.entries()) {
        if (this.stopped) return false;
        this.lit = [...this.lit, cube];
        this.tell();
        this.fly(cube, step);
        await this.wait(Math.min(pace.cube, pace.cubes / cubes.length));
      }
      if (cubes.length) await this.wait(FLIGHT);
      if (this.stopped) return false;
      this.lit = [];
      this.near = null;
      this.through = [...this.through, site];
      this.tell();
      hear("stick");
      await this.wait(pace.turn);
      if (this.stopped) return false;
    }
    this.say(null);
    hear("wind");
    // Nothing is held back any more: the board shows the table as it is, and there it snows.
    this.onBoard(null);
    await this.wait(pace.snow);
    if (!this.stopped) hear("settle");
    return !this.stopped;
  }

  stop(): void {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
  }

  private look(site: string): void {
    this.view = { site, asked: (this.view?.asked ?? 0) + 1 };
    this.tell();
  }

  private tell(): void {
    if (this.stopped) return;
    const { view, lit, owed, through, near, fallen } = this;
    this.onBoard({ view, lit: litOf(lit), owed, counting: { level: fallen.level, site: near, through } });
  }

  private wait(milliseconds: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(() => {
        this.timers.delete(timer);
        done();
      }, milliseconds);
      this.timers.add(timer);
    });
  }

  /** The points of a cube fly from where it is in the picture to the marker of its colour. */
  private fly(cube: Counted, step: number): void {
    hear(cube.points < 0 ? "loss" : "count", { step });
    const from = project(cube);
    const to = document.querySelector(`[data-part=marker][data-colour="${cube.colour}"]`)?.getBoundingClientRect();
    const arrive = (): void => {
      this.owed = this.owed.filter((it) => it !== cube);
      this.tell();
    };
    if (!from || !to) {
      arrive();
      return;
    }
    const flying = document.createElement("span");
    flying.className = styles.points!;
    flying.dataset["colour"] = cube.colour;
    flying.textContent = signed(cube.points);
    this.sky.append(flying);
    const at = (x: number, y: number, size: number): string =>
      `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${size})`;
    const [x, y] = [to.left + to.width / 2, to.top + to.height / 2];
    const flight = flying.animate(
      [
        { transform: at(from.x, from.y, 0.5), opacity: 0 },
        { transform: at(from.x, from.y - 18, 1.2), opacity: 1, offset: 0.28 },
        { transform: at(x, y, 0.75), opacity: 1 },
      ],
      { duration: FLIGHT, easing: "cubic-bezier(0.5, 0, 0.3, 1)" },
    );
    flight.onfinish = () => {
      flying.remove();
      arrive();
    };
  }
}

const PICTURE = () => document.querySelector("[data-board=scene]");

/** Where a cube is on the page, as the picture says. */
function project({ site, cell: [x, y, level] }: Counted): { x: number; y: number } | null {
  let found: BoardHandle | null = null;
  const detail = (handle: BoardHandle): void => {
    found = handle;
  };
  PICTURE()?.dispatchEvent(new CustomEvent(ASK_HANDLE, { detail }));
  return (found as BoardHandle | null)?.project(site, x, y, level) ?? null;
}
