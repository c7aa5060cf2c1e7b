// The front page: three ways to a game, the public tables, and the ones to return to.

import { lazy, Suspense, useEffect, useState } from "react";
import { SERVERLESS } from "../../protocol/root";
import { preferred } from "../../settings/preferences";
import { speakAlso, t, useLanguage } from "../../words/words";
import { Alone } from "./Alone";
import { BringGames } from "./BringGames";
import { ChooseEdition } from "./ChooseEdition";
import { FirstGame } from "./FirstGame";
import { Art } from "../../kit/Art";
import { Problem } from "../../kit/Fields";
import type { Panel } from "../../kit/panels";
import { Tabs } from "../../kit/Tabs";
import { LanguageSwitch, NameField } from "../../settings/Identity";
import { KeptTables } from "./KeptTables";
import { Learn } from "./Learn";
import { Today } from "./Today";
import { Lobby } from "./Lobby";
import { callMe, myName } from "../../settings/me";
import { NewTable } from "./NewTable";
import { useOfferings } from "../../net/offerings";
import { seats } from "../../net/seats";
import { PlayNow } from "./PlayNow";
import { ToPuzzles } from "./ToPuzzles";
import { useRoute } from "../route";
import { Credits } from "../Credits";
import { Primer } from "../Primer";
import formStyles from "../../kit/form.module.css";
import frontStyles from "../../kit/front.module.css";
import styles from "./Home.module.css";

// Only whoever comes from another device needs it.
const TakeSeats = lazy(async () => {
  const [module] = await Promise.all([import("./Moving"), speakAlso("aside")]);
  return { default: module.TakeSeats };
});
const Inside = lazy(() => import("./Inside").then((panel) => ({ default: panel.Inside })));

export function Home() {
  useLanguage();
  const { seats: moved } = useRoute();
  const { bots, editions, edition, code } = useOfferings();
  useEffect(() => {
    // A default name stays the same on the next visit.
    if (!preferred().name) callMe(myName());
  }, []);

  // Whoever has been at a table before finds the way by themselves.
  const [newcomer] = useState(() => seats.tables().length === 0);

  const ways: Panel[] = [
    { id: "now", view: <PlayNow bots={bots} edition={edition} /> },
    {
      id: "alone",
      view: edition ? (
        <Alone key={edition.told.digest} edition={edition} />
      ) : (
        <p className={formStyles.faint}>{t("home.loading")}</p>
      ),
    },
    { id: "new", view: <NewTable key={edition?.told.digest} bots={bots} edition={edition} /> },
  ].map(({ id, view }) => ({
    id,
    title: t(`home.${id as "now" | "alone" | "new"}`),
    shown: true,
    view: () => (
      <>
        <Problem code={code} />
        {view}
      </>
    ),
  }));

  return (
    <div className={frontStyles.page}>
      <header className={frontStyles.hero}>
        <Art />
        <div className={frontStyles.sky}>
          <div className={styles.identity}>
            <NameField />
            <LanguageSwitch />
          </div>
          <div className={styles.title}>
            <h1>{t("title")}</h1>
            <p>{t("home.tagline")}</p>
          </div>
        </div>
      </header>
      <main className={newcomer ? `${frontStyles.body} ${styles.welcome}` : frontStyles.body}>
        {moved && (
          <Suspense>
            <TakeSeats code={moved} />
          </Suspense>
        )}
        {newcomer && <FirstGame bots={bots} />}
        <section className={`${formStyles.panel} ${styles.ways}`} aria-label={t("home.ways")}>
          <ChooseEdition editions={editions} />
          <Tabs panels={ways} label={t("home.ways")} className={styles.tabs} />
        </section>
        <div className={frontStyles.side}>
          {!newcomer && <Today />}
          <Learn />
          {newcomer && <Today />}
          <ToPuzzles />
          <KeptTables />
          {SERVERLESS ? (
            <Suspense>
              <Inside />
            </Suspense>
          ) : (
            <>
              <Lobby />
              <BringGames />
            </>
          )}
          {!newcomer && <FirstGame bots={bots} />}
          <Primer />
        </div>
      </main>
      <footer>
        <Credits />
      </footer>
    </div>
  );
}
