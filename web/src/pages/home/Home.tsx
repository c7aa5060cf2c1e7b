// The front page: three ways to a game, the public tables, and the ones to return to.

import { useEffect } from "react";
import { preferred } from "../../settings/preferences";
import { t, useLanguage } from "../../words/words";
import { Alone } from "./Alone";
import { Art } from "../../kit/Art";
import { Problem } from "../../kit/Fields";
import type { Panel } from "../../kit/panels";
import { Tabs } from "../../kit/Tabs";
import "../../kit/forms.css";
import { LanguageSwitch, NameField } from "../../settings/Identity";
import { KeptTables } from "./KeptTables";
import { Lobby } from "./Lobby";
import { callMe, myName } from "../../settings/me";
import { NewTable } from "./NewTable";
import { useOfferings } from "../../net/offerings";
import { PlayNow } from "./PlayNow";
import { Primer } from "../../words/Primer";

export function Home() {
  useLanguage();
  const { bots, edition, code } = useOfferings();
  useEffect(() => {
    // A default name stays the same on the next visit.
    if (!preferred().name) callMe(myName());
  }, []);

  const ways: Panel[] = [
    { id: "now", view: <PlayNow bots={bots} /> },
    { id: "alone", view: edition ? <Alone edition={edition} /> : <p className="home-faint">{t("home.loading")}</p> },
    { id: "new", view: <NewTable bots={bots} edition={edition} /> },
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
    <div className="home">
      <header className="home-hero">
        <Art />
        <div className="home-sky">
          <div className="home-identity">
            <NameField />
            <LanguageSwitch />
          </div>
          <div className="home-title">
            <h1>{t("title")}</h1>
            <p>{t("home.tagline")}</p>
          </div>
        </div>
      </header>
      <main className="home-body">
        <section className="home-panel home-ways" aria-label={t("home.ways")}>
          <Tabs panels={ways} label={t("home.ways")} className="home-tabs" />
        </section>
        <div className="home-side">
          <KeptTables />
          <Lobby />
          <Primer />
        </div>
      </main>
    </div>
  );
}
