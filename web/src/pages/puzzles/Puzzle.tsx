// One puzzle at a table: the same table as in a game, with what is asked above the cards.

import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { Graphics, GraphicsContext } from "../../board/graphics";
import type { Edition } from "../../model/edition";
import { answerGhost, ofKind, posed, type Stand } from "../../model/puzzle";
import { bookEdition } from "../../net/book";
import { puzzlePack } from "../../net/puzzles";
import { solved as tell } from "../../net/story";
import type { PuzzleAnswerTold, PuzzleListed, PuzzleTold } from "../../protocol";
import { myName } from "../../settings/me";
import { missed, seen, solved, stateOf, tried } from "../../settings/puzzling";
import { blockName, siteName } from "../../words/names";
import { botName } from "../../words/people";
import { estimate, language, t } from "../../words/words";
import { useWayOn } from "../learn/Teacher";
import { useLoaded } from "../learn/useLoaded";
import { go } from "../route";
import { Game } from "../table/Game";
import { reasonWords } from "../table/hints/why";
import { UNLINKED, type TableState } from "../table/state";
import { Grade } from "./Grade";
import pageStyles from "../learn/LearnPage.module.css";
import teacherStyles from "../learn/Teacher.module.css";

/** Who sits at the other seats. */
const OTHERS = ["Louise", "Mathurin", "Barbe"];

interface PuzzleProps {
  list: PuzzleListed[];
  /** Which of them it is. */
  listed: PuzzleListed;
}

export function Puzzle({ list, listed }: PuzzleProps) {
  const pack = useLoaded(String(listed.pack), puzzlePack);
  const edition = useLoaded("edition", bookEdition);
  const [graphics] = useState(() => new Graphics());
  const told = pack.found?.[listed.id];
  if (pack.failed || edition.failed) return <p role="alert">{t("error.offline")}</p>;
  if (!told || !edition.found) return <p className={pageStyles.loading}>{t("lesson.loading")}</p>;
  return (
    <GraphicsContext value={graphics}>
      <Solving list={list} listed={listed} told={told} edition={edition.found} />
    </GraphicsContext>
  );
}

function Solving({ list, listed, told, edition }: PuzzleProps & { told: PuzzleTold; edition: Edition }) {
  const [puzzle] = useState(() => {
    const others = told.game.seats.filter((seat) => seat !== told.seat);
    return posed(edition, told, (seat) => OTHERS[others.indexOf(seat)] ?? myName());
  });
  const table = useSyncExternalStore(puzzle.source.subscribe, puzzle.source.getState)!;
  const stand = useSyncExternalStore(puzzle.source.subscribe, puzzle.stand);
  const { stage, found } = stand;
  useEffect(() => {
    if (!found) return;
    if (!found.right) missed(told.id);
    else if (solved(told.id)) tell(told.id, String(told.grade));
  }, [found, told.id, told.grade]);

  const state = useMemo((): TableState => ({ ...table, ...UNLINKED, present: table.snapshot.game!.seats }), [table]);
  const ghost = useMemo(() => (stage === "shown" ? answerGhost(edition, told) : null), [stage, edition, told]);
  const kind = ofKind(list, listed.kind);
  const title = t("puzzle.number", { kind: t(`puzzle.kind.${listed.kind}`), number: kind.indexOf(listed) + 1 });
  const said = <Said told={told} stand={stand} edition={edition} />;
  return (
    <Game
      state={state}
      hand={puzzle.hand}
      live={null}
      lesson={{
        step: 0,
        look: "all",
        blind: true,
        ghost,
        inShort: said,
        words: (
          <Asked
            title={title}
            told={told}
            stand={stand}
            said={said}
            show={() => {
              seen(told.id);
              puzzle.show();
            }}
            again={puzzle.again}
            next={nextOf(kind, listed)}
          />
        ),
      }}
    />
  );
}

/** The puzzle to go on with: the next of the kind that one has not solved, from this one round; null after the last. */
function nextOf(kind: readonly PuzzleListed[], listed: PuzzleListed): PuzzleListed | null {
  const at = kind.indexOf(listed);
  const round = [...kind.slice(at + 1), ...kind.slice(0, at)];
  return round.find(({ id }) => ["new", "tried"].includes(stateOf(tried()[id]))) ?? null;
}

interface AskedProps {
  title: string;
  told: PuzzleTold;
  stand: Stand;
  said: React.ReactNode;
  show: () => void;
  again: () => void;
  next: PuzzleListed | null;
}

/** What is asked, what is said to the answer, and the ways on. */
function Asked({ title, told, stand, said, show, again, next }: AskedProps) {
  const { stage, tries } = stand;
  const through = stage !== "asking";
  const button = useRef<HTMLButtonElement>(null);
  useWayOn(button, through);
  return (
    <section
      className={teacherStyles.teacher}
      data-part="puzzle"
      data-puzzle={told.id}
      data-stage={stage}
      aria-label={title}
    >
      <header className={teacherStyles.head}>
        <button type="button" className="button quiet" data-do-puzzle="list" onClick={() => go("/puzzles")}>
          ☰ <span className="visually-hidden">{t("puzzle.list")}</span>
        </button>
        <h2>{title}</h2>
        <small>
          <Grade grade={told.grade} />
        </small>
      </header>
      <div className={teacherStyles.words} tabIndex={-1}>
        {!through && <p>{t(`puzzle.ask.${told.kind}`, { chance: Math.round(100 * told.snow) })}</p>}
        {said}
      </div>
      <footer className={teacherStyles.foot}>
        {through && (
          <button
            ref={button}
            type="button"
            className="button primary"
            data-do-puzzle="next"
            onClick={() => go(next ? `/puzzles/${next.id}` : "/puzzles")}
          >
            {t(next ? "puzzle.next" : "puzzle.list")}
          </button>
        )}
        {through && (
          <button type="button" className="button quiet" data-do-puzzle="again" onClick={again}>
            {t("puzzle.again")}
          </button>
        )}
        {!through && tries > 0 && (
          <button type="button" className="button" data-do-puzzle="show" onClick={show}>
            {t("puzzle.show")}
          </button>
        )}
      </footer>
    </section>
  );
}

/** What is said to an answer: what it gives up; or why the best is the best, and by how much. */
function Said({ told, stand, edition }: { told: PuzzleTold; stand: Stand; edition: Edition }) {
  const { stage, found, tries } = stand;
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tries) words.current?.scrollIntoView({ block: "nearest" });
  }, [tries]);
  const solo = told.game.mode === "solo";
  if (stage === "asking") {
    if (!found) return null;
    return (
      <div key={tries} ref={words} className={teacherStyles.wrong} role="alert" data-part="wrong">
        <p>
          {found.weighed
            ? t("puzzle.wrong", { points: estimate(found.weighed.gives_up), error: estimate(found.weighed.error) })
            : t("puzzle.wrong_left")}{" "}
          {found.weighed && reasonWords(found.weighed.why, solo)}
        </p>
      </div>
    );
  }
  const [next] = told.rivals;
  const where = ({ placement }: PuzzleAnswerTold): string => {
    const { block, site } = edition.placement(placement);
    return t("puzzle.placement", { block: blockName(edition, block), site: siteName(edition, site) });
  };
  const best = where(told.best);
  const beside = where(next!);
  const why = reasonWords(told.best.why, solo);
  const whyBeside = reasonWords(next!.why, solo);
  const bots = new Intl.ListFormat(language(), { type: "conjunction" }).format(told.solved_by.map(botName));
  return (
    <div ref={words} className={teacherStyles.right} role="status" data-part="right">
      <p>
        {stage === "solved" && <strong>{t("puzzle.right")} </strong>}
        {t("puzzle.best", { what: best })} {why}
      </p>
      <p>
        {t("puzzle.margin", {
          points: estimate(next!.gives_up),
          error: estimate(next!.error),
          what: beside === best ? t("puzzle.elsewhere") : beside,
        })}{" "}
        {whyBeside === why ? t("puzzle.alike") : whyBeside}
      </p>
      <p>{told.solved_by.length ? t("puzzle.bots", { list: bots }) : t("puzzle.bots_none")}</p>
    </div>
  );
}
