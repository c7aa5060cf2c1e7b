// One lesson at a table: the same table as in a game, with what is to be learned above the cards.

import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { Graphics, GraphicsContext } from "../../board/graphics";
import type { Edition } from "../../model/edition";
import { taught } from "../../model/lesson";
import { bookEdition } from "../../net/book";
import { lessonTold } from "../../net/lessons";
import type { LessonListed, LessonTold, LessonWords } from "../../protocol";
import { learn, learned } from "../../settings/learning";
import { myName } from "../../settings/me";
import { t } from "../../words/words";
import { go } from "../route";
import { Game } from "../table/Game";
import { UNLINKED, type TableState } from "../table/state";
import { Teacher, Verdict, waits } from "./Teacher";
import { useLoaded } from "./useLoaded";
import styles from "./LearnPage.module.css";

/** How long what the lesson plays by itself is looked at, in milliseconds. */
const PAUSE = 1100;

/** Who sits opposite; the texts call her so too. */
const OTHER = "Louise";

interface LessonProps {
  list: LessonListed[];
  /** Which of them it is. */
  number: number;
  words: Record<string, LessonWords>;
}

export function Lesson({ list, number, words }: LessonProps) {
  const told = useLoaded(list[number]!.id, lessonTold);
  const edition = useLoaded("edition", bookEdition);
  const [graphics] = useState(() => new Graphics());
  if (told.failed || edition.failed) return <p role="alert">{t("error.offline")}</p>;
  if (!told.found || !edition.found) return <p className={styles.loading}>{t("lesson.loading")}</p>;
  return (
    <GraphicsContext value={graphics}>
      <Given list={list} number={number} words={words} told={told.found} edition={edition.found} />
    </GraphicsContext>
  );
}

function Given({ list, number, words, told, edition }: LessonProps & { told: LessonTold; edition: Edition }) {
  const { id, steps } = list[number]!;
  const [script] = useState(() => {
    const first = Math.max(0, steps.indexOf(learned()[id]?.step ?? ""));
    return taught(edition, told, first, (seat) => (seat === told.steps[0]!.seat ? myName() : OTHER));
  });
  const table = useSyncExternalStore(script.source.subscribe, script.source.getState)!;
  const moment = useSyncExternalStore(script.source.subscribe, script.moment);
  const { step, stage } = moment;
  const last = step === steps.length - 1;
  const toldStep = told.steps[step]!;
  const through = stage === "done" || (stage === "asking" && !waits(toldStep));

  useEffect(() => {
    learn(id, { step: steps[step]! });
  }, [id, steps, step]);
  useEffect(() => {
    if (last && through) learn(id, { step: null, done: true });
  }, [id, last, through]);
  useEffect(() => {
    if (stage !== "showing") return;
    const timer = setTimeout(script.play, PAUSE);
    return () => clearTimeout(timer);
  }, [script, stage, table]);

  const onward = useCallback(() => {
    const next = list[number + 1];
    if (!last) script.to(step + 1);
    else {
      learn(id, { step: null }); // whoever skips its end begins it anew
      go(next ? `/learn/${next.id}` : "/learn");
    }
  }, [script, step, last, list, number, id]);

  const state = useMemo((): TableState => ({ ...table, ...UNLINKED, present: table.snapshot.game!.seats }), [table]);
  const said = words[id]!.steps[steps[step]!]!;
  return (
    <Game
      state={state}
      hand={script.hand}
      live={null}
      lesson={{
        step,
        look: toldStep.look ?? "all",
        words: (
          <Teacher
            key={step}
            title={words[id]!.title}
            place={{ lesson: number + 1, step: step + 1, steps: steps.length }}
            next={last ? (words[list[number + 1]?.id ?? ""]?.title ?? null) : undefined}
            told={toldStep}
            said={said}
            moment={moment}
            through={through}
            edition={edition}
            snapshot={table.snapshot}
            answer={script.answer}
            onward={onward}
            to={script.to}
          />
        ),
        inShort: (
          <Verdict moment={moment} said={said}>
            {said.say}
          </Verdict>
        ),
      }}
    />
  );
}
