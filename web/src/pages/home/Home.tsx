// The front page: three ways to a game, the public tables, and the ones to return to.

import { useEffect, useRef, useState } from "react";
import { preferred } from "../../settings/preferences";
import { t, useLanguage } from "../../words/words";
import { Alone } from "./Alone";
import { Art } from "../../kit/Art";
import { Problem } from "../../kit/Fields";
import "../../kit/forms.css";
import { LanguageSwitch, NameField } from "../../settings/Identity";
import { KeptTables } from "./KeptTables";
import { Lobby } from "./Lobby";
import { callMe, myName } from "../../settings/me";
import { NewTable } from "./NewTable";
import { useOfferings } from "../../net/offerings";
import { PlayNow } from "./PlayNow";
import { Primer } from "../../words/Primer";

const WAYS = ["now", "alone", "new"] as const;
type Way = (typeof WAYS)[number];

export function Home() {
  useLanguage();
  const { bots, edition, code } = useOfferings();
  const [way, setWay] = useState<Way>("now");
  const tabs = useRef(new Map<Way, HTMLButtonElement>());

  useEffect(() => {
    // A default name stays the same on the next visit.
    if (!preferred().name) callMe(myName());
  }, []);

  const step = (to: Way) => {
    setWay(to);
    tabs.current.get(to)?.focus();
  };
  const onKey = (event: React.KeyboardEvent) => {
    const at = WAYS.indexOf(way);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + WAYS.length, Home: 0, End: WAYS.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    step(WAYS[to % WAYS.length]!);
  };

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
          <div role="tablist" aria-label={t("home.ways")} className="home-tabs" onKeyDown={onKey}>
            {WAYS.map((it) => (
              <button
                key={it}
                ref={(tab) => {
                  if (tab) tabs.current.set(it, tab);
                }}
                type="button"
                role="tab"
                id={`home-tab-${it}`}
                aria-controls="home-way"
                aria-selected={it === way}
                tabIndex={it === way ? 0 : -1}
                onClick={() => setWay(it)}
              >
                {t(`home.${it}`)}
              </button>
            ))}
          </div>
          <div role="tabpanel" id="home-way" aria-labelledby={`home-tab-${way}`}>
            <Problem code={code} />
            {way === "now" && <PlayNow bots={bots} />}
            {way === "alone" && (edition ? <Alone edition={edition} /> : <p className="home-faint">{t("home.loading")}</p>)}
            {way === "new" && <NewTable bots={bots} edition={edition} />}
          </div>
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
