// A coach at the table: says each new thing once, when it first matters, beside what it is about. It never stands in the
// way: the game goes on under it, and what it speaks of passes by itself.

import { useEffect, useMemo, useRef, useState } from "react";
import { ABOUT, topics, type TopicId } from "../../../model/coach";
import { RuleLink } from "../../../kit/RuleLink";
import { coach, useCoach } from "../../../settings/coach";
import { coachWords } from "../../../words/coach";
import { t, useLanguage } from "../../../words/words";
import type { TableState } from "../state";
import styles from "./Coach.module.css";

interface CoachProps {
  state: TableState;
  seat: string;
  /** The block in one's hand. */
  block: string | null;
  /** Escape is for what is being placed, as long as something is. */
  placing: boolean;
  /** Nothing new is said while something lies over the table. */
  paused?: boolean;
  /** It keeps quiet where something else is explained, such as a hint. */
  quiet?: boolean;
  /** At the end it speaks inside the result. */
  inside?: boolean;
}

/** What to speak of now: what it spoke of before, while that matters; else the first thing that was never said. */
function useTopic({ state, seat, block, paused = false }: CoachProps) {
  const { said } = useCoach();
  const [shown, show] = useState<TopicId | null>(null);
  const now = useMemo(() => topics(state, seat, block), [state, seat, block]);
  const still = now.find((topic) => topic.id === shown);
  // After rendering: whoever listens hears only what is new in a place that was there before.
  useEffect(() => {
    if (still || paused) return;
    // What it spoke of has passed. Not before that it counts as said: whoever comes back finds it where it was.
    if (shown) coach.heard(shown);
    const next = now.find((topic) => !said.includes(topic.id));
    show(next?.id ?? null);
  }, [still, paused, now, said, shown]);
  const dismiss = () => {
    if (shown) coach.heard(shown);
    show(null);
  };
  return { topic: still, dismiss };
}

export function Coach(props: CoachProps) {
  const { state, placing, quiet = false, inside = false } = props;
  useLanguage();
  const { topic, dismiss } = useTopic(props);
  const busy = useRef(placing);
  useEffect(() => {
    busy.current = placing;
  }, [placing]);
  useEffect(() => {
    if (!topic || inside) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || busy.current || document.querySelector("dialog[open]")) return;
      event.stopPropagation(); // the block in one's hand stays there
      dismiss();
    };
    document.addEventListener("keydown", press, true);
    return () => document.removeEventListener("keydown", press, true);
  });
  const about = topic && ABOUT[topic.id];
  const solo = state.snapshot.options.mode === "solo";
  return (
    <aside
      // There also while it is silent: a voice is heard only where it was known to be.
      className={!topic || quiet ? "visually-hidden" : inside ? `${styles.coach} ${styles.inside}` : styles.coach}
      aria-label={t("coach.title")}
      data-part="coach"
      data-topic={topic?.id}
      data-at={about?.at}
    >
      <p role="status">
        {topic && (
          <>
            <b>{t("coach.title")}</b> {coachWords(topic, state, matchMedia("(pointer: coarse)").matches)}
          </>
        )}
      </p>
      {about && (
        <div className={styles.buttons}>
          <RuleLink number={(solo && about.solo) || about.rule} />
          <button
            type="button"
            className="button quiet"
            aria-label={t("coach.off")}
            title={t("coach.off")}
            onClick={() => coach.switch(false)}
          >
            {t("coach.off.short")}
          </button>
          {!inside && (
            <button type="button" className="button" aria-keyshortcuts="Escape" data-do="coach-ok" onClick={dismiss}>
              {t("coach.ok")}
            </button>
          )}
        </div>
      )}
    </aside>
  );
}
