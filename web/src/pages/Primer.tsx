// The game in four sentences, for those who see it for the first time.

import { RULES } from "../words/rules";
import { t } from "../words/words";
import { WayTo } from "./WayTo";
import formStyles from "../kit/form.module.css";
import styles from "./Primer.module.css";

export function Primer() {
  return (
    <section className={formStyles.panel} aria-labelledby="home-primer">
      <h2 id="home-primer">{t("home.primer")}</h2>
      <InShort />
      <p className={styles.more}>
        <WayTo path={RULES}>{t("book.read")}</WayTo>
        <WayTo path="/editions">{t("editions.box")}</WayTo>
      </p>
    </section>
  );
}

interface InShortProps {
  alone?: boolean;
  /** No card lies face up to choose from (VAR-1). */
  oneCard?: boolean;
}

/** The same at the table, where somebody asks for it; alone, other colours score, and the game ends in another way. */
export function InShort({ alone = false, oneCard = false }: InShortProps) {
  return (
    <ol className={styles.primer}>
      <li>{t(oneCard ? "help.one_card" : "home.primer.build")}</li>
      <li>{t(alone ? "help.solo_score" : "home.primer.score")}</li>
      <li>{t(alone ? "help.solo_snow" : "home.primer.snow")}</li>
      {!alone && <li>{t("home.primer.end")}</li>}
    </ol>
  );
}
