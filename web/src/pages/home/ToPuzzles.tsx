// The way to the puzzles, for whoever knows the game.

import { t } from "../../words/words";
import { go } from "../route";
import formStyles from "../../kit/form.module.css";

export function ToPuzzles() {
  return (
    <section className={formStyles.panel} aria-labelledby="home-puzzles" data-part="puzzles">
      <h2 id="home-puzzles">{t("puzzle.home")}</h2>
      <div className={formStyles.form}>
        <p>{t("puzzle.home.line")}</p>
        <div className={formStyles.actions}>
          <button type="button" className="button" onClick={() => go("/puzzles")}>
            {t("puzzle.home.go")}
          </button>
        </div>
      </div>
    </section>
  );
}
