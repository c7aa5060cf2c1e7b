// One's own story: what one has played, kept in this browser, to be taken along, brought back or erased.

import { useEffect, useState } from "react";
import { ChooseFile } from "../../kit/ChooseFile";
import { Confirm } from "../../kit/Confirm";
import { byRival, bySetting, dayOf, streaks, type Row } from "../../model/story";
import { bring, erase, useStory, written } from "../../net/story";
import { botName } from "../../words/people";
import { numeral, signed, t, useLanguage } from "../../words/words";
import { settingName } from "../days/share";
import { useUsualEdition } from "../days/useDays";
import { Header } from "../Header";
import { saveFile } from "../saveFile";
import { WayTo } from "../WayTo";
import formStyles from "../../kit/form.module.css";
import frontStyles from "../../kit/front.module.css";
import styles from "./StoryPage.module.css";

export function StoryPage() {
  const language = useLanguage();
  const story = useStory();
  const edition = useUsualEdition();
  useEffect(() => {
    document.title = `${t("story.title")} · ${t("title")}`;
  }, [language]);
  const { now, best } = streaks(story, dayOf(Date.now()));
  const won = story.games.filter(({ outcome }) => outcome === "won" || outcome === "shared").length;
  const days = new Set(story.games.flatMap(({ day }) => (day && day.count !== "past" ? [day.date] : []))).size;
  const facts = [
    { name: t("story.games"), value: story.games.length },
    { name: t("story.won"), value: won },
    { name: t("story.streak"), value: now },
    { name: t("story.streak.best"), value: best },
    { name: t("story.days"), value: days },
    { name: t("story.puzzles"), value: story.puzzles.length },
  ];
  return (
    <div className={frontStyles.page}>
      <Header />
      <main className={styles.body} data-part="story" data-games={story.games.length}>
        <section className={formStyles.panel} aria-labelledby="story">
          <h1 id="story">{t("story.title")}</h1>
          <p className={formStyles.lead}>{t("story.lead")}</p>
          <dl className={styles.facts}>
            {facts.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {story.games.length === 0 && <p>{t("story.empty")}</p>}
          <p>
            <WayTo path="/days">{t("day.to_all")}</WayTo>
          </p>
        </section>
        <Rows
          id="rivals"
          title={t("story.rivals")}
          rows={byRival(story)}
          name={(key) => (key === "people" ? t("story.people") : botName(key))}
          best={t("story.best.points")}
          value={numeral}
        />
        <Rows
          id="settings"
          title={t("home.alone")}
          rows={bySetting(story)}
          name={(key) => settingName(edition, ...(key.split("/") as [string, string]))}
          best={t("story.best.margin")}
          value={signed}
        />
        <Keeping games={story.games.length + story.puzzles.length} />
      </main>
    </div>
  );
}

interface RowsProps {
  id: string;
  title: string;
  rows: Row[];
  name: (key: string) => string;
  best: string;
  value: (points: number) => string;
}

function Rows({ id, title, rows, name, best, value }: RowsProps) {
  if (rows.length === 0) return null;
  return (
    <section className={formStyles.panel} aria-labelledby={`story-${id}`} data-part={id}>
      <h2 id={`story-${id}`}>{title}</h2>
      <table className={styles.rows}>
        <thead>
          <tr>
            <th />
            <th scope="col">{t("story.games")}</th>
            <th scope="col">{t("story.won")}</th>
            <th scope="col">{best}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{name(row.key)}</th>
              <td>{row.played}</td>
              <td>{row.won}</td>
              <td>{row.best === null ? "–" : value(row.best)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Taking the story along, bringing one, erasing it. */
function Keeping({ games }: { games: number }) {
  const [said, say] = useState("");
  const brought = async (chosen: File) => {
    const count = bring(await chosen.text());
    say(count === null ? t("story.bring.no") : t("story.brought", { count }));
  };
  return (
    <section className={formStyles.panel} aria-labelledby="story-keep">
      <h2 id="story-keep">{t("story.keep")}</h2>
      <p className={formStyles.faint}>{t("story.keep.line")}</p>
      <div className={formStyles.buttons}>
        <button
          type="button"
          className="button"
          data-do="take"
          disabled={games === 0}
          onClick={() => saveFile("nouvelle-france-story.json", written())}
        >
          {t("story.take")}
        </button>
        <ChooseFile label={t("story.bring")} onChoose={(file) => void brought(file)} />
      </div>
      <p role="status">{said}</p>
      {games > 0 && <Confirm label={t("story.erase")} question={t("story.erase.question")} onConfirm={erase} />}
    </section>
  );
}
