// For a guest who has followed a link and may never have seen the game: what it is about, and where to learn it.

import { RuleLink } from "../../kit/RuleLink";
import { below } from "../../protocol/root";
import { t } from "../../words/words";
import { InShort } from "../Primer";
import formStyles from "../../kit/form.module.css";

export function NewHere({ alone, oneCard }: { alone: boolean; oneCard: boolean }) {
  return (
    <section className={formStyles.panel} aria-labelledby="home-guest" data-part="new-here">
      <h2 id="home-guest">{t("guest.title")}</h2>
      <div className={formStyles.form}>
        <InShort alone={alone} oneCard={oneCard} />
        <WaysToLearn />
      </div>
    </section>
  );
}

/** The lessons and the rulebook, both beside the table: nobody loses the way to their seat. */
export function WaysToLearn() {
  return (
    <p className={formStyles.buttons}>
      <a className="button" href={below("/learn")} target="nouvelle-france-lessons">
        {t("guest.learn")}
      </a>
      <RuleLink />
    </p>
  );
}
