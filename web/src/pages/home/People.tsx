// Who sits at a table, in a row.

import type { Chair } from "../../protocol";
import { chairName } from "../../words/people";
import { SeatMark } from "../../board/icons/SeatMark";
import formStyles from "../../kit/form.module.css";
import styles from "./People.module.css";

export function People({ seats }: { seats: Chair[] }) {
  return (
    <ul className={styles.people}>
      {seats.map((chair) => (
        <li key={chair.seat} className={chair.kind === "open" ? formStyles.faint : undefined}>
          <SeatMark seat={chair.seat} />
          {chairName(chair)}
        </li>
      ))}
    </ul>
  );
}
