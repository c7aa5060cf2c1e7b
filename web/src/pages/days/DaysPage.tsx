// The games of the days: today's with its challenge and its list, and those of past days.

import { useEffect, useState } from "react";
import { Problem } from "../../kit/Fields";
import type { Edition } from "../../model/edition";
import { ofDay } from "../../model/story";
import { useAttempt } from "../../net/attempt";
import { playDay } from "../../net/days";
import { useStory } from "../../net/story";
import type { DayTold } from "../../protocol";
import { SERVERLESS } from "../../protocol/root";
import { callMe, myName } from "../../settings/me";
import { challengeLine } from "../../words/names";
import { named, signed, t, tAny, useLanguage } from "../../words/words";
import { Header } from "../Header";
import { go } from "../route";
import { Opening } from "../starting/Opening";
import { WayTo } from "../WayTo";
import { dayName, settingName } from "./share";
import { ShareDay } from "./ShareDay";
import { Signs } from "./Signs";
import { useDays, useListed, useUsualEdition } from "./useDays";
import formStyles from "../../kit/form.module.css";
import frontStyles from "../../kit/front.module.css";
import styles from "./DaysPage.module.css";

/** How many past days are shown at first. */
const FEW = 7;

function usePlay() {
  const { busy, code, attempt } = useAttempt();
  const play = (date: string) =>
    void attempt(async () => {
      callMe(myName());
      go(`/t/${await playDay(date, myName(), `${t("day.title")} · ${dayName(date, "short")}`)}`);
    });
  return { busy, code, play };
}

export function DaysPage() {
  const language = useLanguage();
  const { told, code } = useDays();
  const edition = useUsualEdition();
  useEffect(() => {
    document.title = `${t("day.title")} · ${t("title")}`;
  }, [language]);
  return (
    <div className={frontStyles.page}>
      <Header />
      <main className={styles.body} data-part="days">
        {told?.today ? (
          <>
            <Today day={told.today} edition={edition} />
            {!SERVERLESS && <TodaysList date={told.today.date} />}
            <Past days={told.past} edition={edition} />
            <Shuffled today={told.today} ahead={told.ahead} />
          </>
        ) : (
          <section className={formStyles.panel}>
            <h1>{t("day.title")}</h1>
            {code ? <Problem code={code} /> : <p role="status">{t(SERVERLESS ? "site.opening" : "home.loading")}</p>}
          </section>
        )}
      </main>
    </div>
  );
}

function Today({ day, edition }: { day: DayTold; edition: Edition | null }) {
  const story = useStory();
  const { busy, code, play } = usePlay();
  const mine = ofDay(story, day.date);
  return (
    <section className={formStyles.panel} aria-labelledby="day" data-part="today" data-date={day.date}>
      <h1 id="day">{t("day.title")}</h1>
      <p className={formStyles.lead}>
        {dayName(day.date)} · {t("day.level", { level: day.level + 1 })}
      </p>
      <p>{t("day.lead")}</p>
      <Challenge day={day} edition={edition} />
      {mine && (
        <div className={styles.mine} data-part="mine">
          <p className={styles.result}>
            <Signs played={mine} />
          </p>
          <ShareDay played={mine} edition={edition} />
          {mine.day?.count === "past" && <p className={formStyles.faint}>{t("day.count.past")}</p>}
        </div>
      )}
      <div className={formStyles.actions}>
        <Problem code={code} />
        <Opening busy={busy} />
        <button
          type="button"
          className={`button ${mine ? "" : "primary"} ${formStyles.big}`}
          data-do="play-day"
          disabled={busy}
          onClick={() => play(day.date)}
        >
          {t(mine ? "day.again" : "day.play")}
        </button>
        <small>{t(SERVERLESS ? "day.alone" : mine ? "day.again.line" : "day.play.line")}</small>
      </div>
      <p>
        <WayTo path="/story">{t("day.home.story")}</WayTo>
      </p>
    </section>
  );
}

/** What the day asks for, in words. */
function Challenge({ day, edition }: { day: DayTold; edition: Edition | null }) {
  const { constraint, track, architecture } = day.solo;
  const solo = edition?.told.solo;
  if (!edition || !solo) return <p className={formStyles.faint}>{settingName(edition, constraint, track)}</p>;
  const at = solo.tracks.find(({ id }) => id === track)?.at.join(", ") ?? "";
  const turns = solo.constraints.find(({ id }) => id === constraint)?.turns.join(", ") ?? "";
  return (
    <dl className={styles.challenge} data-part="challenge">
      <dt>{settingName(edition, constraint, track)}</dt>
      <dd>
        {tAny(`solo.constraint.${constraint}`, "solo.constraint.other", { turns })} {t("solo.track", { at })}
      </dd>
      {solo.challenges
        .filter(({ id }) => architecture.includes(id))
        .map((it) => (
          <div key={it.id}>
            <dt>★ {named(it.names)}</dt>
            <dd>{challengeLine(edition, it)}</dd>
          </div>
        ))}
    </dl>
  );
}

function TodaysList({ date }: { date: string }) {
  const listed = useListed(date);
  return (
    <section className={formStyles.panel} aria-labelledby="day-list" data-part="list">
      <h2 id="day-list">{t("day.list")}</h2>
      <p className={formStyles.faint}>{t("day.list.line")}</p>
      {listed && <Results results={listed.results} others={listed.others} />}
    </section>
  );
}

function Results({
  results,
  others,
}: {
  results: NonNullable<ReturnType<typeof useListed>>["results"];
  others: number;
}) {
  return (
    <>
      {results.length === 0 ? (
        <p>{t("day.list.empty")}</p>
      ) : (
        <table className={styles.results}>
          <thead>
            <tr>
              <th scope="col">{t("day.list.place")}</th>
              <th scope="col">{t("day.list.name")}</th>
              <th scope="col">{t("day.list.margin")}</th>
              <th scope="col">{t("day.list.points")}</th>
            </tr>
          </thead>
          <tbody>
            {results.map((it, at) => (
              <tr key={at}>
                <td>{it.place}</td>
                <th scope="row">
                  {it.name} {"★".repeat(it.challenges)}
                </th>
                <td data-won={it.won}>{signed(it.margin)}</td>
                <td>{it.points}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {others > 0 && <p className={formStyles.faint}>{t("day.list.others", { count: others })}</p>}
    </>
  );
}

function Past({ days, edition }: { days: DayTold[]; edition: Edition | null }) {
  const story = useStory();
  const { busy, code, play } = usePlay();
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState<string | null>(null);
  if (days.length === 0) return null;
  return (
    <section className={formStyles.panel} aria-labelledby="day-past" data-part="past">
      <h2 id="day-past">{t("day.past")}</h2>
      <p className={formStyles.faint}>{t("day.past.line")}</p>
      <Problem code={code} />
      <ul className={styles.past}>
        {(all ? days : days.slice(0, FEW)).map((day) => {
          const mine = ofDay(story, day.date);
          return (
            <li key={day.date} data-date={day.date}>
              <div>
                <b>{dayName(day.date)}</b>
                <span className={formStyles.faint}>{settingName(edition, day.solo.constraint, day.solo.track)}</span>
                {mine && <Signs played={mine} />}
              </div>
              <span className={formStyles.buttons}>
                {!SERVERLESS && (
                  <button
                    type="button"
                    className="button quiet"
                    aria-expanded={open === day.date}
                    onClick={() => setOpen(open === day.date ? null : day.date)}
                  >
                    {t("day.list")}
                  </button>
                )}
                <button
                  type="button"
                  className="button"
                  disabled={busy || day.state !== "closed"}
                  aria-label={t("name.colon", { what: t("day.past.play"), said: dayName(day.date) })}
                  onClick={() => play(day.date)}
                >
                  {t("day.past.play")}
                </button>
              </span>
              {open === day.date && <PastList day={day} />}
            </li>
          );
        })}
      </ul>
      {!all && days.length > FEW && (
        <button type="button" className="button" onClick={() => setAll(true)}>
          {t("home.more")}
        </button>
      )}
    </section>
  );
}

function PastList({ day }: { day: DayTold }) {
  const listed = useListed(day.date);
  return (
    <div className={styles.opened}>
      {listed && <Results results={listed.results} others={listed.others} />}
      {day.secret && (
        <p className={formStyles.faint}>
          {t("day.secret")} <code>{day.secret}</code>
        </p>
      )}
    </div>
  );
}

/** How the deal comes about, and what was promised of it. */
function Shuffled({ today, ahead }: { today: DayTold; ahead: DayTold[] }) {
  return (
    <section className={formStyles.panel} aria-labelledby="day-shuffle" data-part="shuffle">
      <h2 id="day-shuffle">{t("day.shuffle")}</h2>
      <p>{t(SERVERLESS ? "day.shuffle.alone" : "day.shuffle.line")}</p>
      {!SERVERLESS && (
        <details className={formStyles.more}>
          <summary>{t("day.promises")}</summary>
          <ul className={styles.promises}>
            {[today, ...ahead].map(({ date, promise }) => (
              <li key={date}>
                {dayName(date, "short")} <code>{promise}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
