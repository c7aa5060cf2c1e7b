// The end: who won and why, points by where they came from, what to do next.

import { useState } from "react";
import type { Edition } from "../../model/edition";
import type { TableState, TableStore } from "../../net/live";
import type { Snapshot } from "../../protocol";
import { Refusal, rest } from "../../net/rest";
import { seats } from "../../net/seats";
import { go } from "../route";
import { numeral, t, tAny } from "../../words/words";
import { siteName } from "../../words/names";
import { outcome } from "../../words/narrate";
import { breakdown, SOURCES } from "../../model/scores";
import { TallyHead } from "./TallyHead";

interface EndProps {
  store: TableStore;
  state: TableState;
  snapshot: Snapshot;
  edition: Edition;
}

export function End({ store, state, snapshot, edition }: EndProps) {
  const [trouble, setTrouble] = useState<string | null>(null);
  const result = snapshot.position!.result!;
  const solo = snapshot.options.mode === "solo";
  const colours = solo ? edition.colours : snapshot.game!.seats;
  const behind = solo
    ? edition.told.sites.filter((site) => result.scores[site.solo_colour]! <= result.scores[edition.told.solo.winter]!)
    : [];
  const sums = breakdown(state.log, colours);
  const sources = SOURCES.filter((source) => colours.some((colour) => sums[colour]![source] !== 0));
  const kept = seats.table(store.id);
  const token = kept?.host ?? Object.values(kept?.tokens ?? {})[0];
  const again = async () => {
    try {
      const next = snapshot.rematch ?? (await rest.rematch(store.id, token!)).table;
      const { title = "", tokens = {}, host, invite } = kept ?? {};
      seats.keep({ table: next, title, tokens, host, invite, at: Date.now() });
      go(`/t/${next}`);
    } catch (error) {
      if (error instanceof Refusal) setTrouble(tAny(`error.${error.code}`, "error.other"));
    }
  };
  return (
    <div className="end">
      <p className="end-winner">
        {outcome(snapshot, result.winners, result.scores)}
      </p>
      {behind.length > 0 && (
        <p>{t("end.solo_behind", { list: behind.map((site) => siteName(edition, site.id)).join(", ") })}</p>
      )}
      {!solo && result.decided_by !== "points" && <p>{tAny(`end.decided.${result.decided_by}`, "end.decided.points")}</p>}
      <table className="tally">
        <TallyHead colours={colours} edition={edition} snapshot={snapshot} />
        <tbody>
          {sources.map((source) => (
            <tr key={source}>
              <th scope="row">{t(`end.source.${source}`)}</th>
              {colours.map((colour) => (
                <td key={colour}>{numeral(sums[colour]![source])}</td>
              ))}
            </tr>
          ))}
          <tr className="tally-total">
            <th scope="row">{t("end.total")}</th>
            {colours.map((colour) => (
              <td key={colour} data-won={result.winners.includes(colour)}>
                {result.scores[colour]}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      {trouble && <p role="alert">{trouble}</p>}
      <div className="end-next">
        {(token || snapshot.rematch) && (
          <button className="button primary" data-first onClick={() => void again()}>
            {t("end.rematch")}
          </button>
        )}
        <button className="button" onClick={() => go("/")}>
          {t("table.home")}
        </button>
        <a className="button quiet" href={rest.recordUrl(store.id)} download={`${store.id}.jsonl`}>
          {t("end.record")}
        </a>
        <a className="button quiet" href={rest.fairnessUrl(store.id)} download={`${store.id}-fairness.json`}>
          {t("end.fairness")}
        </a>
      </div>
    </div>
  );
}
