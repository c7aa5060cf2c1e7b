// All lessons with the learner's progress, each to be begun, resumed or repeated.

import { learn, useLearned } from "../../settings/learning";
import { t } from "../../words/words";
import type { LessonListed, LessonWords } from "../../protocol";
import { go } from "../route";
import { Header } from "../Header";
import formStyles from "../../kit/form.module.css";
import frontStyles from "../../kit/front.module.css";
import progressStyles from "../../kit/progress.module.css";
import styles from "./LessonList.module.css";

export function LessonList({ list, words }: { list: LessonListed[]; words: Record<string, LessonWords> }) {
  const learned = useLearned();
  const done = list.filter(({ id }) => learned[id]?.done).length;
  const next = list.find(({ id }) => !learned[id]?.done) ?? null;
  return (
    <div className={frontStyles.page}>
      <Header />
      <main className={styles.body}>
        <section className={formStyles.panel} aria-labelledby="lessons">
          <h1 id="lessons">{t("lesson.title")}</h1>
          <p className={formStyles.lead}>{t("lesson.lead")}</p>
          <p className={progressStyles.state} role="status">
            {t("lesson.done_of", { done, all: list.length })}
            <progress value={done} max={list.length} aria-label={t("lesson.progress")} />
          </p>
          <ol className={styles.lessons}>
            {list.map(({ id, steps }, number) => {
              const at = steps.indexOf(learned[id]?.step ?? "");
              const state = at > 0 ? "begun" : learned[id]?.done ? "done" : "new";
              return (
                <li key={id} data-state={state}>
                  <span className={styles.number} aria-hidden="true">
                    {state === "done" ? "✓" : number + 1}
                  </span>
                  <div>
                    <h2>{words[id]!.title}</h2>
                    <p className={formStyles.faint}>{words[id]!.line}</p>
                    {state !== "new" && (
                      <p className={styles.at}>
                        {state === "begun" ? t("lesson.at", { step: at + 1, steps: steps.length }) : t("lesson.done")}
                      </p>
                    )}
                  </div>
                  <span className={formStyles.buttons}>
                    <button
                      type="button"
                      className={`button ${id === next?.id ? "primary" : ""}`}
                      data-lesson-id={id}
                      aria-label={t("name.colon", { what: t(`lesson.go.${state}`), said: words[id]!.title })}
                      onClick={() => go(`/learn/${id}`)}
                    >
                      {t(`lesson.go.${state}`)}
                    </button>
                    {state === "begun" && (
                      <button
                        type="button"
                        className="button quiet"
                        onClick={() => {
                          learn(id, { step: null });
                          go(`/learn/${id}`);
                        }}
                      >
                        {t("lesson.again")}
                      </button>
                    )}
                  </span>
                </li>
              );
            })}
          </ol>
          {done === list.length && <p className={styles.all}>{t("lesson.all_done")}</p>}
        </section>
      </main>
    </div>
  );
}
