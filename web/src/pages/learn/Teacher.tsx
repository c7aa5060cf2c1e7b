// What a lesson says at a step, what it says to an answer, and the way on.

import { Fragment, useEffect, useRef, type ReactNode } from "react";
import type { Edition } from "../../model/edition";
import type { Moment } from "../../model/lesson";
import type { LessonStepTold, QuestionTold, Snapshot, StepWords } from "../../protocol";
import { RuleLink } from "../../kit/RuleLink";
import { capital, signed, t } from "../../words/words";
import { seatName, shapeName } from "../../words/names";
import { go } from "../route";
import styles from "./Teacher.module.css";

interface TeacherProps {
  title: string;
  /** Where one is, counted from 1. */
  place: { lesson: number; step: number; steps: number };
  /** The lesson after this one at its last step, null where there is none; undefined before. */
  next: string | null | undefined;
  told: LessonStepTold;
  said: StepWords;
  moment: Moment;
  /** There is nothing left to do here but to go on. */
  through: boolean;
  edition: Edition;
  snapshot: Snapshot;
  answer: (option: string) => void;
  onward: () => void;
  to: (step: number) => void;
}

/** Whether a step waits for something to be done, or is only to be read. */
export const waits = ({ offer, ask }: LessonStepTold): boolean => offer !== null || ask !== null;

export function Teacher(props: TeacherProps) {
  const { title, place, next, told, said, moment, through, edition, snapshot, answer, onward, to } = props;
  const { stage, verdict } = moment;
  const words = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Whoever listens hears the new step from its beginning; on the very first the page begins where pages do.
  useEffect(() => {
    if (place.step > 1) words.current?.focus({ preventScroll: true });
  }, [place.step]);
  useWayOn(button, stage === "done");
  return (
    <section className={styles.teacher} data-part="lesson" data-step={told.id} data-stage={stage} aria-label={title}>
      <header className={styles.head}>
        <button type="button" className="button quiet" data-do-lesson="list" onClick={() => go("/learn")}>
          ☰ <span className="visually-hidden">{t("lesson.list")}</span>
        </button>
        <h2>
          <small>{t("lesson.number", { number: place.lesson })}</small> {title}
        </h2>
        <span className={styles.place}>
          <button
            type="button"
            className="button quiet"
            data-do-lesson="back"
            aria-label={t("lesson.back")}
            title={t("lesson.back")}
            disabled={place.step === 1}
            onClick={() => to(place.step - 2)}
          >
            ‹
          </button>
          <span className="visually-hidden">{t("lesson.at", place)}</span>
          <span aria-hidden="true">
            {place.step}/{place.steps}
          </span>
          <button
            type="button"
            className="button quiet"
            data-do-lesson="skip"
            aria-label={t("lesson.skip")}
            title={t("lesson.skip")}
            onClick={onward}
          >
            ›
          </button>
        </span>
      </header>
      <div ref={words} className={styles.words} tabIndex={-1}>
        <Verdict moment={moment} said={said}>
          {said.say}
        </Verdict>
        {told.ask && stage === "asking" && (
          <div className={styles.options} role="group" aria-label={t("lesson.answers")}>
            {told.ask.options.map((option) => (
              <button key={option} type="button" className="button" data-option={option} onClick={() => answer(option)}>
                {optionName(option, told.ask!, edition, snapshot)}
              </button>
            ))}
          </div>
        )}
      </div>
      <footer className={styles.foot}>
        {through && (
          <button ref={button} type="button" className="button primary" data-do-lesson="next" onClick={onward}>
            {next === undefined
              ? t("lesson.next")
              : next === null
                ? t("lesson.finish")
                : t("lesson.next_lesson", { title: next })}
          </button>
        )}
        {verdict?.right && (
          <button type="button" className="button quiet" data-do-lesson="again" onClick={() => to(place.step - 1)}>
            {t("lesson.repeat")}
          </button>
        )}
        <RuleLink number={told.rule} />
      </footer>
    </section>
  );
}

/** The words of a step, and what is said to the last answer. */
export function Verdict({ moment, said, children }: { moment: Moment; said: StepWords; children: string }) {
  const { verdict, tries } = moment;
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tries) answer.current?.scrollIntoView({ block: "nearest" });
  }, [tries]);
  const filled = (text: string) =>
    text
      .replace("{gained}", t("players.points", { count: verdict?.gained ?? 0 }))
      .replace("{next}", signed(verdict?.next ?? 0))
      .replace("{later}", signed(verdict?.later ?? 0));
  return (
    <>
      {!verdict?.right && <Prose text={children} />}
      {verdict && !verdict.right && (
        // Said anew however often the same is wrong.
        <div key={tries} ref={answer} className={styles.wrong} role="alert" data-part="wrong">
          <Strong text={said.no[verdict.reason!] ?? ""} />
        </div>
      )}
      {verdict?.right && (
        <div ref={answer} className={styles.right} role="status" data-part="right">
          <Prose text={filled(said.done ?? "")} />
        </div>
      )}
    </>
  );
}

/** Paragraphs, and in them what matters most. */
function Prose({ text }: { text: string }): ReactNode {
  return text
    .trim()
    .split("\n\n")
    .map((paragraph, number) => (
      <p key={number}>
        <Strong text={paragraph} />
      </p>
    ));
}

function Strong({ text }: { text: string }): ReactNode {
  return text
    .split("**")
    .map((part, number) =>
      number % 2 ? <strong key={number}>{part}</strong> : <Fragment key={number}>{part}</Fragment>,
    );
}

function optionName(option: string, { kind }: QuestionTold, edition: Edition, snapshot: Snapshot): string {
  switch (kind) {
    case "winner":
      return option === "shared"
        ? t("lesson.shared")
        : capital(option === "player" ? t("name.you_alone") : seatName(snapshot, option));
    case "winter":
      return capital(shapeName(edition, option));
    default:
      return t("players.points", { count: Number(option) });
  }
}

/** Once a step is done its button has the focus, as soon as nothing lies over it: a snowfall is counted first. */
export function useWayOn(button: React.RefObject<HTMLButtonElement | null>, done: boolean): void {
  useEffect(() => {
    if (!done) return;
    const focus = (): boolean => {
      if (document.querySelector("dialog[open]")) return false;
      button.current?.focus({ preventScroll: true });
      return true;
    };
    if (focus()) return;
    const timer = setInterval(() => focus() && clearInterval(timer), 150);
    return () => clearInterval(timer);
  }, [button, done]);
}
