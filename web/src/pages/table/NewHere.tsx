// For a guest who has followed a link and may never have seen the game: what it is about, and where to learn it.

import { RuleLink } from "../../kit/RuleLink";
import { t } from "../../words/words";
import { InShort } from "../Primer";
import formStyles from "../../kit/form.module.css";

export function NewHere({ alone }: { alone: boolean }) {
  return (
    <section className={formStyles.panel} aria-labelledby="home-guest" data-part="new-here">
      <h2 id="home-guest">{t("guest.title")}</h2>
      <InShort alone={alone} />
      <p className={formStyles.buttons}>
        {/* Beside the table, so that nobody loses the way to their seat. */}
        <a className="button" href="/learn" target="nouvelle-france-lessons">
          {t("guest.learn")}
        </a>
        <RuleLink />
      </p>
    </section>
  );
}
