// How the points grew, moment by moment, with the snowfalls: pressed or dragged over, it goes to that moment.

import type { Course } from "../../model/course";
import type { Edition } from "../../model/edition";
import type { ChoiceTold } from "../../protocol";
import { colourName } from "../../words/names";
import { t } from "../../words/words";
import styles from "./Bar.module.css";

const WIDTH = 1000;
const HEIGHT = 100;

interface ChartProps {
  course: Course;
  length: number;
  moment: number;
  edition: Edition;
  go: (moment: number) => void;
  /** Choices that gave something up. */
  marks: readonly Pick<ChoiceTold, "moment" | "seat" | "verdict">[];
}

export function Chart({ course, length, moment, edition, go, marks }: ChartProps) {
  const { points, snowfalls } = course;
  const all = Object.values(points).flat();
  const [lowest, highest] = [Math.min(0, ...all), Math.max(10, ...all)];
  const x = (at: number): number => (WIDTH * at) / Math.max(1, length - 1);
  const y = (score: number): number => HEIGHT - (HEIGHT * (score - lowest)) / (highest - lowest);
  const line = (scores: readonly number[]): string => scores.map((score, at) => `${x(at)},${y(score)}`).join(" ");
  const press = (event: React.PointerEvent<SVGSVGElement>): void => {
    if (event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * (length - 1)));
  };
  const ends = Object.entries(points).map(([colour, scores]) => `${colourName(edition, colour)} ${scores[moment]}`);
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t("name.colon", { what: t("replay.chart"), said: ends.join(", ") })}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        press(event);
      }}
      onPointerMove={press}
    >
      {snowfalls.map((at) => (
        <line key={at} className={styles.snow} x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} />
      ))}
      {Object.entries(points).map(([colour, scores]) => (
        <polyline key={colour} className={styles.line} data-colour={colour} points={line(scores)} />
      ))}
      {marks.map((mark) => (
        <line
          key={mark.moment}
          className={styles.mark}
          data-verdict={mark.verdict}
          data-colour={mark.seat}
          x1={x(mark.moment)}
          x2={x(mark.moment)}
          y1={HEIGHT}
          y2={HEIGHT * (mark.verdict === "blunder" ? 0.55 : mark.verdict === "mistake" ? 0.72 : 0.86)}
        />
      ))}
      <line className={styles.now} x1={x(moment)} x2={x(moment)} y1={0} y2={HEIGHT} />
    </svg>
  );
}
