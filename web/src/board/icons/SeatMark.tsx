// A seat's colour as a small cube face: the colour and its mark, since colour is never the only sign.

import { isOurs, MARK_PATHS, paintOf } from "./paints";
import styles from "./SeatMark.module.css";

export function SeatMark({ seat }: { seat: string }) {
  return (
    <svg className={styles.mark} data-colour={seat} viewBox="-0.5 -0.5 1 1" aria-hidden="true">
      <rect x={-0.46} y={-0.46} width={0.92} height={0.92} rx={0.2} />
      {isOurs(seat) && <path d={MARK_PATHS[paintOf(seat).mark].path} />}
    </svg>
  );
}
