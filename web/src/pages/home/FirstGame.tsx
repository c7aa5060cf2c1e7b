// The way in for those who have never played: one press, the simplest game, somebody who explains it.

import { useAttempt } from "../../net/attempt";
import { RELAXED } from "../../net/offerings";
import { Problem } from "../../kit/Fields";
import { t } from "../../words/words";
import { Opening } from "../starting/Opening";
import { playFirst } from "../starting/presets";
import formStyles from "../../kit/form.module.css";

export function FirstGame({ bots }: { bots: string[] }) {
  const { busy, code, attempt } = useAttempt();
  const bot = bots.includes(RELAXED) ? RELAXED : bots[0];
  return (
    <section className={formStyles.panel} aria-labelledby="home-first" data-part="first-game">
      <h2 id="home-first">{t("first.title")}</h2>
      <div className={formStyles.form}>
        <p>{t("first.line")}</p>
        <div className={formStyles.actions}>
          <button
            type="button"
            className={`button primary ${formStyles.big}`}
            disabled={busy || !bot}
            onClick={() => void attempt(() => playFirst(bot!))}
          >
            {t("first.go")}
          </button>
          <small data-part="no-proof">{t("first.warned")}</small>
        </div>
        <Opening busy={busy} />
        <Problem code={code} />
      </div>
    </section>
  );
}
