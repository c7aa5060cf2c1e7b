// The game in short and the keys, at the table.

import type { Edition } from "../game/edition";
import "../home/home.css";
import { InShort } from "../home/Primer";
import type { Snapshot } from "../net/protocol";
import { ChallengesInHelp } from "./Challenges";
import { SIGNS } from "../picture/paints";
import { capital, t } from "../words/words";
import { colourName } from "./names";

/** Each key of the picture, and what it does. */
function keys(): [keys: string, does: string][] {
  return [
    ["← ↑ → ↓", t("key.walk")],
    ["X, Y, Z", t("key.turn")],
    [t("key.space"), t("key.pose")],
    ["N", t("key.best")],
    [t("key.enter"), t("key.place")],
    [t("key.escape"), t("key.cancel")],
    ["1, 2, 3", t("key.site")],
    ["0", t("key.all")],
    ["[ ]", t("key.peel")],
  ];
}

/** The same for those who listen. */
export function keysInWords(): string {
  return keys()
    .map(([what, said]) => `${t("name.colon", { what, said })}.`)
    .join(" ");
}

export function Help({ edition, snapshot }: { edition: Edition; snapshot: Snapshot }) {
  const solo = snapshot.options.mode === "solo";
  const allies = !solo && snapshot.options.rules.allies !== "none";
  return (
    <div className="help">
      <InShort alone={solo} />
      <ul>
        <li>{solo ? t("help.solo", { disk: edition.told.solo.disk }) : t("help.complete")}</li>
        <li>{solo ? t("help.bonus_solo") : t("help.bonus")}</li>
        {allies && (
          <>
            <li>{t("name.colon", { what: t("ally.fille"), said: t("help.fille") })}</li>
            <li>{t("name.colon", { what: t("ally.coureur"), said: t("help.coureur") })}</li>
            <li>{t("name.colon", { what: t("ally.huron"), said: t("help.huron") })}</li>
          </>
        )}
      </ul>
      <ChallengesInHelp snapshot={snapshot} edition={edition} />
      <h3>{t("help.colours")}</h3>
      <ul className="help-colours">
        {edition.colours.map((colour) => (
          <li key={colour} className={`colour-${colour}`}>
            <span className="player-mark" aria-hidden="true">
              {SIGNS[colour]}
            </span>{" "}
            {capital(colourName(edition, colour))}
          </li>
        ))}
      </ul>
      <h3>{t("help.keys")}</h3>
      <table className="help-keys">
        <tbody>
          {keys().map(([key, does]) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
