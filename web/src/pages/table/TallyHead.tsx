// The head of a tally: a column for each colour, called as in the players' row.

import type { Edition } from "../../model/edition";
import type { Snapshot } from "../../protocol";
import { signOf } from "../../board/icons/paints";
import { capital, named, t } from "../../words/words";
import { colourName, seatName } from "../../words/names";
import narrowStyles from "./narrow.module.css";
import tallyStyles from "./tally.module.css";

interface TallyHeadProps {
  colours: readonly string[];
  edition: Edition;
  snapshot: Snapshot;
}

export function TallyHead({ colours, edition, snapshot }: TallyHeadProps) {
  const alone = snapshot.options.mode === "solo";
  return (
    <thead className={alone ? tallyStyles.alone : undefined}>
      <tr>
        <th />
        {colours.map((colour) => (
          <th key={colour} scope="col">
            {signOf(colour)} {alone ? <Alone colour={colour} edition={edition} /> : seatName(snapshot, colour)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Alone, a colour is Winter's or plays for a site; where there is little room a site's first word says it. */
function Alone({ colour, edition }: { colour: string; edition: Edition }) {
  if (colour === edition.told.solo.winter) return t("name.winter.title");
  const site = edition.told.sites.find((it) => it.solo_colour === colour);
  const name = site ? capital(named(site.names)) : colourName(edition, colour);
  return (
    <>
      <span className={narrowStyles.long}>{name}</span>
      <span className={narrowStyles.short}>{name.split(" ")[0]}</span>
    </>
  );
}
