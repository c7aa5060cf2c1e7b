// The blocks of a shape, one of each colour, to be turned in the hand.

import { useState } from "react";
import { PoseIcon } from "../../board/icons/Shape";
import type { Edition } from "../../model/edition";
import { turned, type Axis, type Orientation } from "../../model/placing";
import type { BlocksFigureTold, FlatBlock } from "../../protocol";
import { capital, t } from "../../words/words";
import { InWords } from "./InWords";
import { Prose } from "./Prose";
import styles from "./Figure.module.css";

interface BlocksFigureProps {
  figure: BlocksFigureTold;
  edition: Edition;
  anchors: ReadonlySet<string>;
  printing: boolean;
}

/** Round and round, and over: after eight turns a block has been seen from everywhere. */
const WAYS: readonly Axis[] = ["z", "z", "z", "x", "z", "z", "z", "y"];

/** The cells of a block as it lies flat, after so many turns. */
function cells({ cubes }: FlatBlock, turns: number): Orientation {
  let now: Orientation = cubes.map(({ at: [x, y] }) => [x, y, 0] as const);
  for (let turn = 0; turn < turns; turn++) now = turned(now, WAYS[turn % WAYS.length]!);
  return now;
}

export function BlocksFigure({ figure, edition, anchors, printing }: BlocksFigureProps) {
  const [turns, setTurns] = useState(0);
  return (
    <figure
      id={`figure-${figure.id}`}
      className={styles.figure}
      data-part="figure"
      data-figure={figure.id}
      data-at={turns}
      data-look="blocks"
      aria-labelledby={`caption-${figure.id}`}
    >
      <ul className={styles.blocks}>
        {figure.blocks.map((block) => (
          <li key={block.block}>
            <PoseIcon edition={edition} block={block.block} cubes={cells(block, turns)} size={104} />
            <span>{capital(block.name)}</span>
          </li>
        ))}
      </ul>
      <div className={styles.words}>
        <figcaption id={`caption-${figure.id}`}>
          <Prose text={figure.caption} anchors={anchors} />
        </figcaption>
        {!printing && (
          <div className={styles.aside}>
            <button className={styles.turn} data-do="turn" onClick={() => setTurns(turns + 1)}>
              <span aria-hidden="true">↻</span> {t("book.figure.turn_block")}
            </button>
            <InWords description={figure.description} anchors={anchors} />
          </div>
        )}
      </div>
    </figure>
  );
}
