// On a page without a server: what that means, how to install it, and one's games to take along to another browser.

import { useState, useSyncExternalStore } from "react";
import { ChooseFile } from "../../kit/ChooseFile";
import { Problem } from "../../kit/Fields";
import { useAttempt } from "../../net/attempt";
import { install } from "../../net/inside/keeping";
import { bringGames, takeGames } from "../../net/inside/moving";
import { t, useLanguage } from "../../words/words";
import { NewerSite } from "../NewerSite";
import { saveFile } from "../saveFile";
import formStyles from "../../kit/form.module.css";

export function Inside() {
  useLanguage();
  const installable = useSyncExternalStore(install.subscribe, install.possible);
  const { busy, code, attempt } = useAttempt();
  const [brought, setBrought] = useState<number | null>(null);
  return (
    <section className={formStyles.panel} aria-labelledby="home-inside" data-part="inside">
      <h2 id="home-inside">{t("site.title")}</h2>
      <div className={formStyles.form}>
        <NewerSite className={formStyles.actions} />
        <p>{t("site.line")}</p>
        <div className={formStyles.buttons}>
          {installable && (
            <button type="button" className="button primary" onClick={() => void install.now()}>
              {t("site.install")}
            </button>
          )}
          <button
            type="button"
            className="button"
            disabled={busy}
            onClick={() => void attempt(async () => saveFile("nouvelle-france.json", await takeGames()))}
          >
            {t("site.take")}
          </button>
          <ChooseFile
            label={t("site.bring")}
            disabled={busy}
            onChoose={(file) => void attempt(async () => setBrought(await bringGames(await file.text())))}
          />
        </div>
        <small>{t("site.take.line")}</small>
        <p role="status">{brought !== null && t("site.brought", { count: brought })}</p>
        <Problem code={code} />
      </div>
    </section>
  );
}
