// What can be done when a game is over: play again, go home, take its record along.

import { Problem } from "../../kit/Fields";
import { useAttempt } from "../../net/attempt";
import { rest } from "../../net/rest";
import { seats } from "../../net/seats";
import type { Snapshot } from "../../protocol";
import { t } from "../../words/words";
import { Download } from "../Download";
import { DayAside } from "../days/DayAside";
import { go } from "../route";
import { playFull } from "../starting/presets";
import { isSealed, NoProof } from "./Series";
import { SeriesResult } from "./SeriesResult";
import resultStyles from "./Result.module.css";

export function Afterwards({ snapshot }: { snapshot: Snapshot }) {
  const { busy, code, attempt } = useAttempt();
  const kept = seats.table(snapshot.table);
  const token = kept?.host ?? Object.values(kept?.tokens ?? {})[0];
  const again = async () => {
    const next = snapshot.rematch ?? (await rest.rematch(snapshot.table, token!)).table;
    const { title = "", tokens = {}, host, invite } = kept ?? {};
    seats.keep({ table: next, title, tokens, host, invite, at: Date.now() });
    go(`/t/${next}`);
  };
  // Whoever has played a simpler game against bots is led on to the whole of it.
  const bots = snapshot.seats.flatMap((chair) => (chair.kind === "bot" && chair.bot ? [chair.bot] : []));
  const { mode, rules, begins, origin, series } = snapshot.options;
  const sealed = isSealed(snapshot);
  const rematch = series?.kind === "return" && series.leg === 1 ? "series.next" : "end.rematch";
  const simpler = mode === "table" && (rules.one_card || rules.allies === "none");
  const leadsOn = simpler && snapshot.you.length === 1 && bots.length === snapshot.seats.length - 1;
  return (
    <>
      {leadsOn && <p>{t("first.full.line")}</p>}
      <SeriesResult snapshot={snapshot} />
      <DayAside snapshot={snapshot} />
      <NoProof snapshot={snapshot} />
      <Problem code={code} />
      <div className={resultStyles.next}>
        {leadsOn && (
          <button
            className="button primary"
            data-first
            data-do="full-game"
            disabled={busy}
            onClick={() => void attempt(() => playFull(bots))}
          >
            {t("first.next")}
          </button>
        )}
        {(token || snapshot.rematch) && (
          <button
            className={leadsOn ? "button" : "button primary"}
            data-first={!leadsOn || undefined}
            disabled={busy}
            onClick={() => void attempt(again)}
          >
            {t(rematch)}
          </button>
        )}
        {!sealed && (
          <button className="button" data-do="replay" onClick={() => go(`/replay/${snapshot.table}`)}>
            {t("replay.watch")}
          </button>
        )}
        <button className="button" onClick={() => go("/")}>
          {t("table.home")}
        </button>
        {!sealed && (
          <Download of="record" table={snapshot.table} name={`${snapshot.table}.jsonl`}>
            {t("end.record")}
          </Download>
        )}
        {begins === null && origin === null && !sealed && (
          <Download of="fairness" table={snapshot.table} name={`${snapshot.table}-fairness.json`}>
            {t("end.fairness")}
          </Download>
        )}
      </div>
    </>
  );
}
