// The result: who won and why, and points by where they came from.

import type { Edition } from "../../model/edition";
import { breakdown, earlier, SOURCES } from "../../model/scores";
import type { TableState } from "./state";
import type { Snapshot } from "../../protocol";
import { decided } from "../../words/decided";
import { siteName } from "../../words/names";
import { outcome } from "../../words/narrate";
import { numeral, t, tAny } from "../../words/words";
import { RuleLink } from "../../kit/RuleLink";
import { ChallengesInHelp } from "./Challenges";
import { TallyHead } from "./TallyHead";
import tallyStyles from "./tally.module.css";
import styles from "./Result.module.css";

export function Result({ state, snapshot, edition }: { state: TableState; snapshot: Snapshot; edition: Edition }) {
  const result = snapshot.position!.result!;
  const solo = snapshot.options.mode === "solo";
  const colours = solo ? edition.colours : snapshot.game!.seats;
  const behind = solo
    ? edition.told.sites.filter((site) => result.scores[site.solo_colour]! <= result.scores[edition.told.solo.winter]!)
    : [];
  const sums = breakdown(state.log, colours);
  const sources = SOURCES.filter((source) => colours.some((colour) => sums[colour]![source] !== 0));
  const before = earlier(sums, result.scores);
  const told = decided(snapshot, state.log);
  return (
    <>
      <p className={styles.winner} data-part="winner">
        {outcome(snapshot, result.winners, result.scores)}
      </p>
      {behind.length > 0 && (
        <p>{t("end.solo_behind", { list: behind.map((site) => siteName(edition, site.id)).join(", ") })}</p>
      )}
      {told && <p data-part="decided">{told}</p>}
      {!solo && result.decided_by !== "points" && (
        <p>{tAny(`end.decided.${result.decided_by}`, "end.decided.points")}</p>
      )}
      <p>
        <RuleLink number={solo ? "SOL-11" : "END-2"} />
      </p>
      <table className={tallyStyles.tally} data-part="tally">
        <TallyHead colours={colours} edition={edition} snapshot={snapshot} />
        <tbody>
          {Object.values(before).some((points) => points !== 0) && (
            <tr data-part="before">
              <th scope="row">{t("end.source.before")}</th>
              {colours.map((colour) => (
                <td key={colour}>{numeral(before[colour]!)}</td>
              ))}
            </tr>
          )}
          {sources.map((source) => (
            <tr key={source}>
              <th scope="row">{t(`end.source.${source}`)}</th>
              {colours.map((colour) => (
                <td key={colour}>{numeral(sums[colour]![source])}</td>
              ))}
            </tr>
          ))}
          <tr className={tallyStyles.total} data-part="total">
            <th scope="row">{t("end.total")}</th>
            {colours.map((colour) => (
              <td key={colour} data-won={result.winners.includes(colour)}>
                {result.scores[colour]}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <ChallengesInHelp snapshot={snapshot} edition={edition} />
    </>
  );
}
