// Who sits at a table, in a row.

import type { Chair } from "../../protocol";
import { chairName } from "../../words/people";
import { SeatMark } from "../../board/icons/SeatMark";

export function People({ seats }: { seats: Chair[] }) {
  return (
    <ul className="home-people">
      {seats.map((chair) => (
        <li key={chair.seat} className={chair.kind === "open" ? "home-faint" : undefined}>
          <SeatMark seat={chair.seat} />
          {chairName(chair)}
        </li>
      ))}
    </ul>
  );
}
