// What leads through a game: its course as a picture that can be pressed, a slider, and buttons.

import { useRef, useState } from "react";
import { beside, type Course } from "../../model/course";
import { linkTo } from "../../net/linkTo";
import { useOfferings } from "../../net/offerings";
import { Dialog } from "../../kit/Dialog";
import type { ChoiceTold, Snapshot } from "../../protocol";
import { decided } from "../../words/decided";
import { SERVERLESS } from "../../protocol/root";
import { outcome } from "../../words/narrate";
import { t } from "../../words/words";
import { Chart } from "./Chart";
import { Keep } from "./Keep";
import { PlayOn } from "./PlayOn";
import type { Watched } from "./ReplayPage";
import styles from "./Bar.module.css";

const SPEEDS = [0.5, 1, 2, 4];

interface BarProps {
  game: Watched;
  /** The table that was played at, "" for a record. */
  table: string;
  snapshot: Snapshot;
  course: Course;
  /** Choices that gave something up, where the game was analysed. */
  marks: readonly ChoiceTold[];
  moment: number;
  go: (moment: number) => void;
  /** The same while the game plays by itself. */
  seek: (moment: number) => void;
  playing: boolean;
  play: () => void;
  speed: number;
  setSpeed: (speed: number) => void;
  onResult: () => void;
}

export function Bar(props: BarProps) {
  const { game, table, snapshot, course, marks, moment, go, seek, playing, play, speed, setSpeed, onResult } = props;
  const [asked, ask] = useState<"keep" | "play-on" | null>(null);
  // What is kept, or played on from, is the moment that was seen when it was asked for.
  const stopAndAsk = (what: "keep" | "play-on") => {
    go(moment);
    ask(what);
  };
  const { length } = game.source;
  const last = length - 1;
  const turn = (step: 1 | -1): number => beside(course.turns, moment, step, length);
  const snow = (step: 1 | -1): number => beside(course.snowfalls, moment, step, length);
  const buttons = [
    { name: t("replay.first"), sign: "|‹", to: 0 },
    { name: t("replay.snow.before"), sign: "❄‹", to: snow(-1) },
    { name: t("replay.turn.before"), sign: "«", to: turn(-1) },
    { name: t("replay.move.before"), sign: "‹", to: Math.max(0, moment - 1) },
    null,
    { name: t("replay.move.next"), sign: "›", to: Math.min(last, moment + 1) },
    { name: t("replay.turn.next"), sign: "»", to: turn(1) },
    { name: t("replay.snow.next"), sign: "›❄", to: snow(1) },
    { name: t("replay.last"), sign: "›|", to: last },
  ];
  return (
    <section className={styles.bar} data-part="replay" data-moment={moment} aria-label={t("replay.title")}>
      <div className={styles.course}>
        <Chart {...{ course, length, moment, go, marks }} edition={game.edition} />
        <input
          type="range"
          min={0}
          max={last}
          value={moment}
          aria-label={t("replay.moment")}
          aria-valuetext={t("replay.at", { moment, last })}
          onChange={(event) => go(Number(event.target.value))}
        />
      </div>
      <div className={styles.row}>
        <div className={styles.buttons} role="group" aria-label={t("replay.steps")}>
          {buttons.map((it) =>
            it ? (
              <button
                key={it.name}
                className="button"
                aria-label={it.name}
                title={it.name}
                aria-disabled={it.to === moment}
                onClick={() => go(it.to)}
              >
                {it.sign}
              </button>
            ) : (
              <button
                key="play"
                className="button primary"
                data-do="play"
                aria-label={t(playing ? "replay.pause" : "replay.play")}
                title={t(playing ? "replay.pause" : "replay.play")}
                onClick={play}
              >
                {playing ? "❚❚" : "▶"}
              </button>
            ),
          )}
        </div>
        <label className={styles.speed}>
          <span className="visually-hidden">{t("replay.speed")}</span>
          <select value={speed} title={t("replay.speed")} onChange={(event) => setSpeed(Number(event.target.value))}>
            {SPEEDS.map((it) => (
              <option key={it} value={it}>
                {it}×
              </option>
            ))}
          </select>
        </label>
        <p className={styles.words} role="status">
          {moment === last ? <Ended game={game} snapshot={snapshot} /> : t("replay.at", { moment, last })}
        </p>
        {moment === last && (
          <button className="button" data-do="result" onClick={onResult}>
            {t("end.title")}
          </button>
        )}
        {table && !SERVERLESS && <CopyLink path={`/replay/${table}${moment ? `#at=${moment}` : ""}`} />}
        {snapshot.status === "playing" && (
          <button className="button quiet" data-do="play-on" onClick={() => stopAndAsk("play-on")}>
            {t("playon.open")}
          </button>
        )}
        <button className="button quiet" data-do="keep" onClick={() => stopAndAsk("keep")}>
          {t("keep.open")}
        </button>
      </div>
      {asked && (
        <Dialog key={asked} title={t(asked === "keep" ? "keep.title" : "playon.open")} onClose={() => ask(null)}>
          {asked === "keep" ? (
            <Keep game={game} table={table} seek={seek} />
          ) : (
            <PlayOn {...{ game, table, snapshot, moment }} />
          )}
        </Dialog>
      )}
    </section>
  );
}

/** Who won, and what decided it. */
function Ended({ game, snapshot }: { game: Watched; snapshot: Snapshot }) {
  const result = snapshot.position?.result;
  if (!result) return t("replay.unfinished");
  const won = outcome(snapshot, result.winners, result.scores);
  return [won, decided(snapshot, game.timeline.at(game.source.length - 1).log)].filter(Boolean).join(" ");
}

function CopyLink({ path }: { path: string }) {
  const link = linkTo(path, location.href, useOfferings().address);
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      field.current!.select();
      document.execCommand("copy"); // a page over plain http has no clipboard of its own
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 2_500);
  };
  return (
    <>
      <button className="button quiet" data-do="link" onClick={() => void copy()}>
        {t(copied ? "links.copied" : "replay.link")}
      </button>
      <input ref={field} className="visually-hidden" tabIndex={-1} aria-hidden="true" readOnly value={link} />
    </>
  );
}
