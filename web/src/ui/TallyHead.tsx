// The head of a tally: a column for each colour.

import type { Edition } from "../game/edition";
import type { Snapshot } from "../net/protocol";
import { SIGNS } from "../picture/paints";
import { colourName, seatName } from "./names";

interface TallyHeadProps {
  colours: readonly string[];
  edition: Edition;
  snapshot: Snapshot;
}

export function TallyHead({ colours, edition, snapshot }: TallyHeadProps) {
  return (
    <thead>
      <tr>
        <th />
        {colours.map((colour) => (
          <th key={colour} scope="col">
            {SIGNS[colour]} {snapshot.options.mode === "solo" ? colourName(edition, colour) : seatName(snapshot, colour)}
          </th>
        ))}
      </tr>
    </thead>
  );
}
