// A problem to be told to whoever looks after the game: all that helps to find it, in one file. Nothing is sent anywhere.

import { useState } from "react";
import { rest } from "../../net/rest";
import type { Snapshot } from "../../protocol";
import { language, t } from "../../words/words";
import formStyles from "../../kit/form.module.css";

/** What is in it: no token, no code of a link, and of the cards only what this seat has seen anyway. */
async function report(snapshot: Snapshot, what: string): Promise<object> {
  const events = [];
  for (let more = true; more; ) {
    const page = await rest.history(snapshot.table, events.length);
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
    record: snapshot.status === "over" ? await rest.record(snapshot.table) : null,
    events,
  };
}

export function Report({ snapshot }: { snapshot: Snapshot }) {
  const [what, say] = useState("");
  const [trouble, setTrouble] = useState(false);
  const save = async () => {
    try {
      const text = JSON.stringify(await report(snapshot, what), null, 1);
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
      link.download = `nouvelle-france-${snapshot.table}-${snapshot.seq}.json`;
      link.click();
      URL.revokeObjectURL(link.href);
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
