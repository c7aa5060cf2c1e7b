// A problem to be told to whoever looks after the game: all that helps to find it, in one file. Nothing is sent anywhere.

import { useState } from "react";
import { rest } from "../../net/rest";
import { seats } from "../../net/seats";
import type { Snapshot, TableEvent } from "../../protocol";
import { language, t } from "../../words/words";
import { saveFile } from "../saveFile";
import formStyles from "../../kit/form.module.css";

/** What is in it: no token, no code of a link, and of the cards only what this seat has seen anyway. */
async function report(snapshot: Snapshot, what: string): Promise<object> {
  // While a day's game or a duplicate is played, nobody else is told what happened there.
  const token = Object.values(seats.table(snapshot.table)?.tokens ?? {})[0];
  const events: TableEvent[] = [];
  for (let more = true; more; ) {
    const page = await rest.history(snapshot.table, events.at(-1)?.seq ?? 0, token);
    events.push(...page.events);
    more = page.more;
  }
  const told = { table: snapshot.table, seq: snapshot.seq, options: snapshot.options, position: snapshot.position };
  return {
    what,
    at: new Date().toISOString(),
    server: await rest.info().then(
      ({ version, rules_version }) => ({ version, rules_version }),
      () => null,
    ),
    page: { agent: navigator.userAgent, language: language(), width: innerWidth, height: innerHeight },
    ...told,
    // It may be sealed still; the rest is of use without it.
    record: snapshot.status === "over" ? await rest.record(snapshot.table).catch(() => null) : null,
    events,
  };
}

export function Report({ snapshot }: { snapshot: Snapshot }) {
  const [what, say] = useState("");
  const [trouble, setTrouble] = useState(false);
  const save = async () => {
    try {
      const text = JSON.stringify(await report(snapshot, what), null, 1);
      saveFile(`nouvelle-france-${snapshot.table}-${snapshot.seq}.json`, text);
      setTrouble(false);
    } catch {
      setTrouble(true);
    }
  };
  return (
    <details data-part="report">
      <summary>{t("report.title")}</summary>
      <div className={formStyles.form}>
        <label>
          {t("report.what")}
          <textarea rows={3} value={what} maxLength={2000} onChange={(event) => say(event.target.value)} />
        </label>
        <p className={formStyles.faint}>{t("report.line")}</p>
        <button type="button" className="button" data-do="report" onClick={() => void save()}>
          {t("report.button")}
        </button>
        {trouble && <p role="alert">{t("error.other")}</p>}
      </div>
    </details>
  );
}
