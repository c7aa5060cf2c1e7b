// Who sits at a table, in a row.

import type { Chair } from "../net/protocol";
import { chairName } from "../ui/name";
import { SeatMark } from "../ui/SeatMark";

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
