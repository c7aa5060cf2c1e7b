// The game in four sentences, for those who see it for the first time.

import { t } from "./words";

export function Primer() {
  return (
    <section className="home-panel" aria-labelledby="home-primer">
      <h2 id="home-primer">{t("home.primer")}</h2>
      <InShort />
    </section>
  );
}

/** The same at the table, where somebody asks for it; alone against Winter the game ends in another way. */
export function InShort({ alone = false }: { alone?: boolean }) {
  return (
    <ol className="home-primer">
      <li>{t("home.primer.build")}</li>
      <li>{t("home.primer.score")}</li>
      <li>{t("home.primer.snow")}</li>
      {!alone && <li>{t("home.primer.end")}</li>}
    </ol>
  );
}
