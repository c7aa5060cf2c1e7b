// All puzzles by kind and grade, which of them one has solved, and the one of the day.

import { GRADES, KINDS, ofKind, ofTheDay } from "../../model/puzzle";
import type { PuzzleListed } from "../../protocol";
import { stateOf, useTried } from "../../settings/puzzling";
import { t } from "../../words/words";
import { Header } from "../Header";
import { go } from "../route";
import { Grade } from "./Grade";
import formStyles from "../../kit/form.module.css";
import frontStyles from "../../kit/front.module.css";
import progressStyles from "../../kit/progress.module.css";
import styles from "./PuzzleList.module.css";

/** What is seen of how it stands with a puzzle; its words are there for those who listen. */
const SIGNS = { new: "", tried: "…", seen: "○", solved: "✓", first: "★" } as const;

export function PuzzleList({ list }: { list: PuzzleListed[] }) {
  const tried = useTried();
  const solved = list.filter(({ id }) => tried[id]?.solved && !tried[id].seen).length;
  const today = ofTheDay(list, Date.now());
  return (
    <div className={frontStyles.page}>
      <Header />
      <main className={styles.body}>
        <section className={formStyles.panel} aria-labelledby="puzzles">
          <h1 id="puzzles">{t("puzzle.title")}</h1>
          <p className={formStyles.lead}>{t("puzzle.lead")}</p>
          {today && (
            <div className={styles.today} data-part="today">
              <div>
                <h2>{t("puzzle.day")}</h2>
                <p>
                  {t(`puzzle.kind.${today.kind}`)} <Grade grade={today.grade} />
                </p>
                <p className={formStyles.faint}>{t(`puzzle.state.${stateOf(tried[today.id])}`)}</p>
              </div>
              <button type="button" className="button primary" data-puzzle={today.id} onClick={() => open(today)}>
                {t("puzzle.solve")}
              </button>
            </div>
          )}
          <p className={progressStyles.state} role="status">
            {t("puzzle.solved_of", { solved, all: list.length })}
            <progress value={solved} max={list.length} aria-label={t("puzzle.progress")} />
          </p>
          {KINDS.map((kind) => (
            <section key={kind} aria-labelledby={`kind-${kind}`} data-kind={kind}>
              <h2 id={`kind-${kind}`}>{t(`puzzle.kind.${kind}`)}</h2>
              <p className={formStyles.faint}>{t(`puzzle.about.${kind}`)}</p>
              {graded(ofKind(list, kind)).map(({ grade, some }) => (
                <div key={grade} className={styles.graded}>
                  <Grade grade={grade} />
                  <ol start={some[0]!.number}>
                    {some.map(({ puzzle, number }) => {
                      const state = stateOf(tried[puzzle.id]);
                      return (
                        <li key={puzzle.id}>
                          <button
                            type="button"
                            className={styles.puzzle}
                            data-puzzle={puzzle.id}
                            data-state={state}
                            aria-label={t("puzzle.listed", { number, grade, state: t(`puzzle.state.${state}`) })}
                            title={t(`puzzle.state.${state}`)}
                            onClick={() => open(puzzle)}
                          >
                            {number}
                            <span aria-hidden="true">{SIGNS[state]}</span>
                          </button>
                        </li>
                      );
                    })}
                  </ol>
                </div>
              ))}
            </section>
          ))}
        </section>
      </main>
    </div>
  );
}

const open = ({ id }: PuzzleListed): void => go(`/puzzles/${id}`);

/** The puzzles of a kind by grade, as they are numbered. */
function graded(some: readonly PuzzleListed[]) {
  const numbered = some.map((puzzle, at) => ({ puzzle, number: at + 1 }));
  return Array.from({ length: GRADES }, (_, at) => at + 1)
    .map((grade) => ({ grade, some: numbered.filter(({ puzzle }) => puzzle.grade === grade) }))
    .filter((it) => it.some.length > 0);
}
