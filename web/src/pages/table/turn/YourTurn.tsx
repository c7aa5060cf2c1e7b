// Being told when it is one's turn: this browser by a message, a channel by the table's webhook.

import { useEffect, useState } from "react";
import { Check, Line, Problem } from "../../../kit/Fields";
import { codeOf, useAttempt } from "../../../net/attempt";
import { rest } from "../../../net/rest";
import { ability, askToBeTold, beToldNoLonger, isTold, type Held } from "../../../net/turn/push";
import type { NoticesOffered } from "../../../protocol";
import { t, useChosenLanguage } from "../../../words/words";
import formStyles from "../../../kit/form.module.css";

interface YourTurnProps {
  table: string;
  held: Held;
  host: string | undefined;
}

export function YourTurn({ table, held, host }: YourTurnProps) {
  const [offered, setOffered] = useState<NoticesOffered | null>(null);
  const [code, setCode] = useState<string | null>(null);
  useEffect(() => {
    let here = true;
    rest.notices().then(
      (told) => here && setOffered(told),
      (error: unknown) => here && setCode(codeOf(error)),
    );
    return () => {
      here = false;
    };
  }, []);
  if (!offered) return <Problem code={code} />;
  return (
    <>
      {held.length > 0 && <ThisBrowser table={table} held={held} offered={offered} />}
      {host && offered.webhook_hosts.length > 0 && <Channel table={table} host={host} offered={offered} />}
    </>
  );
}

function ThisBrowser({ table, held, offered }: { table: string; held: Held; offered: NoticesOffered }) {
  const language = useChosenLanguage();
  const { busy, code, attempt } = useAttempt();
  const [told, setTold] = useState(false);
  const [failed, setFailed] = useState<"denied" | "failed" | null>(null);
  useEffect(() => {
    let here = true;
    isTold(table, held).then(
      (it) => here && setTold(it),
      () => undefined, // then it is asked for when somebody presses
    );
    return () => {
      here = false;
    };
  }, [table, held]);
  const why = offered.push === null ? "unoffered" : ability();
  const choose = (wanted: boolean) =>
    attempt(async () => {
      setFailed(null);
      if (!wanted) {
        await beToldNoLonger(table, held);
        setTold(false);
        return;
      }
      const became = await askToBeTold(table, held, offered.push!, language);
      setTold(became === "told");
      if (became !== "told") setFailed(became);
    });
  return (
    <section data-part="your-turn">
      {why === "able" ? (
        <Check
          label={t("turn.ask")}
          line={t("turn.ask.line", { seconds: Math.round(offered.delay) })}
          checked={told}
          onChange={(wanted) => void (busy || choose(wanted))}
        />
      ) : (
        <>
          <h3>{t("turn.ask")}</h3>
          <p className={formStyles.faint}>{t(`turn.${why}`)}</p>
        </>
      )}
      <p role="status">{failed ? t(`turn.${failed}`) : told && t("turn.told")}</p>
      <Problem code={code} />
    </section>
  );
}

function Channel({ table, host, offered }: { table: string; host: string; offered: NoticesOffered }) {
  const language = useChosenLanguage();
  const { busy, code, attempt } = useAttempt();
  const [url, setUrl] = useState("");
  const [kept, setKept] = useState<string | null>(null);
  useEffect(() => {
    let here = true;
    rest.webhook(table, host).then(
      (it) => {
        if (!here) return;
        setKept(it.url);
        setUrl(it.url ?? "");
      },
      () => undefined, // an empty field can be filled in all the same
    );
    return () => {
      here = false;
    };
  }, [table, host]);
  const save = async () => {
    await rest.setWebhook(table, host, { url, language });
    setKept(url);
  };
  const remove = async () => {
    await rest.removeWebhook(table, host);
    setKept(null);
    setUrl("");
  };
  return (
    <section data-part="channel">
      <h3>{t("turn.hook")}</h3>
      <div className={formStyles.form}>
        <Line
          label={t("turn.hook.address")}
          line={t("turn.hook.line", { hosts: offered.webhook_hosts.join(", ") })}
          value={url}
          most={2048}
          placeholder="https://"
          onChange={setUrl}
        />
        <div className={formStyles.buttons}>
          <button
            type="button"
            className="button"
            data-do="save-hook"
            disabled={busy || url === "" || url === kept}
            onClick={() => void attempt(save)}
          >
            {t("turn.hook.save")}
          </button>
          {kept !== null && (
            <button
              type="button"
              className="button"
              data-do="remove-hook"
              disabled={busy}
              onClick={() => void attempt(remove)}
            >
              {t("turn.hook.remove")}
            </button>
          )}
        </div>
        <p role="status">{kept !== null && t("turn.hook.kept")}</p>
      </div>
      <Problem code={code} />
    </section>
  );
}
