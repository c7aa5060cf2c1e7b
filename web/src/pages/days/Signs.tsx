// How a day went, in signs: the mark of each colour that is ahead of Winter, snow over those that are not, and stars.

import { SeatMark } from "../../board/icons/SeatMark";
import type { Played } from "../../model/story";
import { margin, stars } from "./share";
import styles from "./Signs.module.css";

export function Signs({ played }: { played: Played }) {
  return (
    <span className={styles.signs}>
      <span className={styles.row} aria-hidden="true">
        {played.ahead.map(({ colour, ahead }) =>
          ahead ? <SeatMark key={colour} seat={colour} /> : <i key={colour}>❄</i>,
        )}
      </span>
      <b>{margin(played)}</b>
      <span aria-hidden="true">{stars(played)}</span>
    </span>
  );
}
