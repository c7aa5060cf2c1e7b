// What can be done when a game is over: play again, go home, take its record along.

import { useState } from "react";
import { Refusal, rest } from "../../net/rest";
import { seats } from "../../net/seats";
import type { Snapshot } from "../../protocol";
import { t, tAny } from "../../words/words";
import { go } from "../route";
import resultStyles from "./Result.module.css";

export function Afterwards({ snapshot }: { snapshot: Snapshot }) {
  const [trouble, setTrouble] = useState<string | null>(null);
  const kept = seats.table(snapshot.table);
  const token = kept?.host ?? Object.values(kept?.tokens ?? {})[0];
  const again = async () => {
    try {
      const next = snapshot.rematch ?? (await rest.rematch(snapshot.table, token!)).table;
      const { title = "", tokens = {}, host, invite } = kept ?? {};
      seats.keep({ table: next, title, tokens, host, invite, at: Date.now() });
      go(`/t/${next}`);
    } catch (error) {
      if (error instanceof Refusal) setTrouble(tAny(`error.${error.code}`, "error.other"));
    }
  };
  return (
    <>
      {trouble && <p role="alert">{trouble}</p>}
      <div className={resultStyles.next}>
        {(token || snapshot.rematch) && (
          <button className="button primary" data-first onClick={() => void again()}>
            {t("end.rematch")}
          </button>
        )}
        <button className="button" onClick={() => go("/")}>
          {t("table.home")}
        </button>
        <a className="button quiet" href={rest.recordUrl(snapshot.table)} download={`${snapshot.table}.jsonl`}>
          {t("end.record")}
        </a>
        <a
          className="button quiet"
          href={rest.fairnessUrl(snapshot.table)}
          download={`${snapshot.table}-fairness.json`}
        >
          {t("end.fairness")}
        </a>
      </div>
    </>
  );
}
