// The sign of a colour on a plan, in a unit square: colour alone never tells cubes apart.

import { MARK_PATHS, paintOf } from "./paints";
import styles from "./Mark.module.css";

export function Mark({ colour, x, y }: { colour: string; x: number; y: number }) {
  const { path, stroked } = MARK_PATHS[paintOf(colour).mark];
  return (
    <path
      className={stroked ? `${styles.mark} ${styles.open}` : styles.mark}
      d={path}
      transform={`translate(${x + 0.5} ${y + 0.5})`}
    />
  );
}
