// The way to the game of the day, and to one's own story.

import { t } from "../../words/words";
import { go } from "../route";
import formStyles from "../../kit/form.module.css";

export function Today() {
  return (
    <section className={formStyles.panel} aria-labelledby="home-day" data-part="day">
      <h2 id="home-day">{t("day.title")}</h2>
      <div className={formStyles.form}>
        <p>{t("day.home.line")}</p>
        <div className={formStyles.actions}>
          <button type="button" className="button" onClick={() => go("/days")}>
            {t("day.home.go")}
          </button>
          <button type="button" className="button quiet" onClick={() => go("/story")}>
            {t("day.home.story")}
          </button>
        </div>
      </div>
    </section>
  );
}
