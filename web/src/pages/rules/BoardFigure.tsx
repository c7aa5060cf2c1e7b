// A figure on the board: to be turned, and gone through step by step.

import { useMemo, useRef, useState } from "react";
import { Board } from "../../board/Board";
import { useGraphics } from "../../board/graphics";
import { unmarked, type BoardProps } from "../../board/props";
import { buildings, type Building } from "../../model/building";
import type { Edition } from "../../model/edition";
import { litAt, momentOf, moments, opening } from "../../model/figure";
import { sceneryOf } from "../../model/scenery";
import type { BoardFigureTold } from "../../protocol";
import { usePreferences } from "../../settings/preferences";
import { colourName, siteName } from "../../words/names";
import { t } from "../../words/words";
import { Facts } from "./Facts";
import { InWords } from "./InWords";
import { Plans } from "./Plans";
import { Prose } from "./Prose";
import { useNear } from "./useNear";
import styles from "./Figure.module.css";

interface BoardFigureProps {
  figure: BoardFigureTold;
  edition: Edition;
  anchors: ReadonlySet<string>;
  printing: boolean;
}

/** What one moment of a figure shows on a board, in 3D or on plans. */
export function useShown(figure: BoardFigureTold, edition: Edition, at: number) {
  const before = useRef<Record<string, Building>>({});
  return useMemo(() => {
    const moment = momentOf(edition, figure, at);
    // What stood there before is the same object, so that only a new block falls.
    const built = buildings(edition, moment.position, before.current);
    before.current = built;
    const shown: Pick<BoardProps, "scenery" | "ghost" | "lit" | "siteName" | "holderName"> = {
      scenery: sceneryOf(edition, figure.game, moment.position, built),
      ghost: moment.ghost,
      lit: litAt(moment, built),
      siteName: (site) => siteName(edition, site),
      holderName: (holder) => holderName(edition, holder),
    };
    return { moment, shown };
  }, [figure, edition, at]);
}

function holderName(edition: Edition, holder: string): string {
  if (holder === "player") return t("name.you_alone");
  return holder === "winter" ? t("name.winter") : colourName(edition, holder);
}

export function BoardFigure(props: BoardFigureProps) {
  const { figure, edition, anchors, printing } = props;
  const count = moments(figure);
  const [at, setAt] = useState(() => opening(figure));
  const [motion, setMotion] = useState<BoardProps["motion"]>("jump");
  const go = (to: number) => {
    setMotion(to === at + 1 && !figure.steps[to - 1]?.again ? "step" : "jump");
    setAt(to);
  };
  const { moment, shown } = useShown(figure, edition, at);
  const flat = useFlat();
  const drawn = figure.sites.length > 0;
  const { step } = moment;
  return (
    <figure
      id={`figure-${figure.id}`}
      className={styles.figure}
      data-part="figure"
      data-figure={figure.id}
      data-at={at}
      data-look={!drawn ? "none" : flat || printing ? "flat" : "board"}
      aria-labelledby={`caption-${figure.id}`}
    >
      {drawn &&
        !printing &&
        (flat ? <Plans {...shown} sites={figure.sites} /> : <Picture {...{ figure, shown, motion }} />)}
      {printing && <OnPaper figure={figure} edition={edition} anchors={anchors} />}
      <div className={styles.words}>
        <figcaption id={`caption-${figure.id}`}>
          <Prose text={figure.caption} anchors={anchors} />
        </figcaption>
        {!printing && <Facts figure={figure} edition={edition} at={at} />}
        {count > 1 && !printing && (
          <div className={styles.stepping}>
            <div className={styles.buttons} role="group" aria-label={t("book.figure.steps")}>
              <button data-do="first" aria-label={t("book.figure.first")} disabled={at === 0} onClick={() => go(0)}>
                ⇤
              </button>
              <button
                data-do="previous"
                aria-label={t("book.figure.previous")}
                disabled={at === 0}
                onClick={() => go(at - 1)}
              >
                ◀
              </button>
              <span data-part="step">
                {at ? t("book.figure.step", { step: at, count: count - 1 }) : t("book.figure.start")}
              </span>
              <button
                data-do="next"
                aria-label={t("book.figure.next")}
                disabled={at === count - 1}
                onClick={() => go(at + 1)}
              >
                ▶
              </button>
            </div>
            <p className={styles.said} data-part="said" data-verdict={verdict(step)} role="status">
              {step && <Prose text={step.said} anchors={anchors} />}
            </p>
          </div>
        )}
        {!printing && <InWords description={figure.description} anchors={anchors} />}
      </div>
    </figure>
  );
}

/** Whether a step was done, is forbidden, or was only not chosen (SOL-5). */
function verdict(step: BoardFigureTold["steps"][number] | null): "done" | "refused" | "left" | undefined {
  if (!step) return undefined;
  if (!step.refused) return "done";
  return Object.keys(step.gain).length ? "left" : "refused";
}

/** Whether the plans are wanted, or all that there is. */
function useFlat(): boolean {
  const { flat } = usePreferences();
  const graphics = useGraphics();
  return flat || graphics.drawing() === "none";
}

type PictureProps = Pick<BoardFigureProps, "figure"> &
  Pick<BoardProps, "motion"> & { shown: ReturnType<typeof useShown>["shown"] };

/** An eighth of a turn. */
const TURN = Math.PI / 4;

function Picture({ figure, shown, motion }: PictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const near = useNear(frame);
  const [only, ...others] = figure.sites;
  const [view, setView] = useState({ site: others.length ? "all" : only!, asked: 0, turned: 0 });
  const turn = (way: 1 | -1) =>
    setView(({ site, asked, turned }) => ({ site, asked: asked + 1, turned: turned + way * TURN }));
  return (
    <div ref={frame} className={styles.picture} data-sites={figure.sites.length}>
      {near && (
        <Board {...unmarked(shown.scenery.edition.levels)} {...shown} view={view} hands="turn" motion={motion} />
      )}
      <div className={styles.turning} role="group" aria-label={t("book.figure.turn")}>
        <button aria-label={t("book.figure.turn_left")} title={t("book.figure.turn_left")} onClick={() => turn(1)}>
          ↺
        </button>
        <button aria-label={t("book.figure.turn_right")} title={t("book.figure.turn_right")} onClick={() => turn(-1)}>
          ↻
        </button>
      </div>
    </div>
  );
}

/** On paper nothing can be stepped through: each step has its own plans. */
function OnPaper({ figure, edition, anchors }: Omit<BoardFigureProps, "printing">) {
  const from = opening(figure);
  return (
    <ol className={styles.paper}>
      {Array.from({ length: moments(figure) - from }, (_, number) => (
        <li key={number}>
          <PaperMoment figure={figure} edition={edition} anchors={anchors} at={from + number} />
        </li>
      ))}
    </ol>
  );
}

function PaperMoment({ figure, edition, anchors, at }: Omit<BoardFigureProps, "printing"> & { at: number }) {
  const { moment, shown } = useShown(figure, edition, at);
  return (
    <>
      {figure.sites.length > 0 && <Plans {...shown} sites={figure.sites} />}
      <div className={styles.beside}>
        <Facts figure={figure} edition={edition} at={at} />
        {moment.step && (
          <p className={styles.said} data-verdict={verdict(moment.step)}>
            <Prose text={moment.step.said} anchors={anchors} />
          </p>
        )}
      </div>
    </>
  );
}
