// The way to the lessons, for whoever does not know the game yet.

import { useLearned } from "../../settings/learning";
import { t } from "../../words/words";
import { go } from "../route";
import formStyles from "../../kit/form.module.css";

export function Learn() {
  const begun = Object.keys(useLearned()).length > 0;
  return (
    <section className={formStyles.panel} aria-labelledby="home-learn" data-part="learn">
      <h2 id="home-learn">{t("lesson.title")}</h2>
      <div className={formStyles.form}>
        <p>{t("lesson.lead")}</p>
        <div className={formStyles.actions}>
          <button type="button" className={`button ${begun ? "" : "primary"}`} onClick={() => go("/learn")}>
            {t(begun ? "lesson.home.begun" : "lesson.home.new")}
          </button>
        </div>
      </div>
    </section>
  );
}
