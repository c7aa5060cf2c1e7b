// What each level of each site counts, beside its tally stick: always in sight, whatever stands before it. They are words of
// the page over the picture, not part of it, so that the next one can pulse without a frame being drawn.

import { useFrame } from "@react-three/fiber";
import { useMemo, type RefObject } from "react";
import { Vector3 } from "three";
import type { Edition } from "../../model/edition";
import { beside, STONE, type Layout } from "./layout";
import styles from "./Badges.module.css";

interface BadgesProps {
  edition: Edition;
  sticks: Record<string, string>;
  /** How many levels were counted at a site. */
  counted: (site: string) => number;
  /** The site that is looked at alone; those of the others would lie over it. */
  only: string;
  ref: RefObject<HTMLDivElement | null>;
}

/** Somebody who listens asks the sticks themselves. */
export function Badges({ edition, sticks, counted, only, ref }: BadgesProps) {
  return (
    <div className={styles.badges} ref={ref} aria-hidden="true" data-part="badges">
      {edition.sites.map((site) => {
        const stick = sticks[site];
        if (!stick) return null;
        const done = counted(site);
        return (
          <ol key={site} data-site={site} hidden={only !== "all" && only !== site}>
            {edition.marks(stick).map((mark, below) => (
              <li
                key={below}
                className={styles.badge}
                data-part="badge"
                data-state={below < done ? "done" : below === done ? "next" : "later"}
                data-loss={mark < 0}
              >
                {mark < 0 ? `−${-mark}` : `×${mark}`}
              </li>
            ))}
          </ol>
        );
      })}
    </div>
  );
}

/** How high a badge is at least and at most, and how much of a level it may take: in pixels, and as a part. */
const HIGH = { least: 16, most: 30, part: 0.82 };

/** Puts the badges beside the sticks, in each picture anew: a dozen points, and nothing while nothing is drawn. */
export function usePlacedBadges(ref: RefObject<HTMLDivElement | null>, layout: Layout): void {
  const [at, right] = useMemo(() => [new Vector3(), new Vector3()], []);
  useFrame(({ camera, size }) => {
    right.setFromMatrixColumn(camera.matrixWorld, 0);
    for (const list of ref.current?.children ?? []) {
      const spot = layout.spots.find((it) => it.site === (list as HTMLElement).dataset["site"]);
      if (!spot) continue;
      const { x, stick } = beside(spot);
      const seen = (level: number): { x: number; y: number } => {
        at.set(x, STONE + level, stick)
          .addScaledVector(right, 0.5)
          .project(camera);
        return { x: ((at.x + 1) / 2) * size.width, y: ((1 - at.y) / 2) * size.height };
      };
      const levels = list.children.length;
      const [bottom, top] = [seen(0), seen(levels)];
      const step = (bottom.y - top.y) / levels;
      const high = Math.round(Math.min(HIGH.most, Math.max(HIGH.least, step * HIGH.part)));
      // Seen from above levels lie close: then the badges stand as close as they can be read, around the same middle.
      const apart = Math.max(step, high + 1);
      const middle = (bottom.y + top.y) / 2;
      (list as HTMLElement).style.setProperty("--high", `${high}px`);
      for (let below = 0; below < levels; below++) {
        const part = (below + 0.5) / levels;
        const y = middle + ((levels - 1) / 2 - below) * apart;
        // Not by `transform`, whose offset the pulse would scale with the badge.
        const place = `${(bottom.x + (top.x - bottom.x) * part).toFixed(1)}px ${y.toFixed(1)}px`;
        (list.children[below] as HTMLElement).style.translate = place;
      }
    }
  });
}
