// The bar while a block is being placed: the poses it can take, how to turn it, Place or Cancel.

import type { Edition } from "../model/edition";
import type { Legal } from "../model/placing";
import { Icon } from "../kit/Icon";
import { BlockIcon, PoseIcon } from "../board/icons/Shape";
import { blockName } from "../words/names";
import { signed, t } from "../words/words";
import type { PlacingState } from "./usePlacing";
import blockStyles from "./block.module.css";
import styles from "./PoseBar.module.css";

interface PoseBarProps {
  placing: PlacingState;
  edition: Edition;
  /** Alone, what a pose gives to Winter is told apart from what it gives to the player. */
  solo: boolean;
  busy: boolean;
  place: () => void;
  /** Something of the block was chosen by pointer: the keys belong to the picture then. */
  toPicture: (event: React.MouseEvent) => void;
}

export function PoseBar({ placing, edition, solo, busy, place, toPicture }: PoseBarProps) {
  const ghost = placing.ghost!;
  const shape = edition.shapeOf(ghost.block);
  const swaps = (placing.placeable?.blocks ?? []).filter((block) => edition.shapeOf(block) === shape);
  const parts = (legal: Legal) => placing.placeable!.parts(legal);
  const worth = (legal: Legal, number: number) => {
    if (placing.blind) return t("poses.number", { number: number + 1 });
    const { own, winter } = parts(legal);
    return solo
      ? t("poses.apart", { own: signed(own), winter: signed(winter) })
      : t("poses.pose", { points: signed(own) });
  };
  return (
    <>
      {placing.poses.length > 1 && (
        <ul className={styles.strip} data-part="strip" aria-label={t("poses.title")} onClick={toPicture}>
          {placing.poses.map((legal, number) => (
            <li key={legal.id}>
              <button
                className={styles.pose}
                data-part="pose"
                data-placement={legal.id}
                aria-pressed={legal.id === ghost.legal?.id}
                aria-label={worth(legal, number)}
                title={worth(legal, number)}
                onClick={() => placing.show(legal)}
              >
                <PoseIcon edition={edition} block={legal.block} cubes={legal.cubes} size={44} />
                {!placing.blind && (
                  <small>
                    {signed(parts(legal).own)}
                    {parts(legal).winter !== 0 && (
                      <span className={styles.winter}>
                        {" "}
                        <Icon name="snow" />
                        {signed(parts(legal).winter)}
                      </span>
                    )}
                  </small>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      {swaps.length > 1 && (
        <span className={styles.swaps} role="group" aria-label={t("actions.swap")} onClick={toPicture}>
          {swaps.map((block) => (
            <button
              key={block}
              className={blockStyles.block}
              aria-pressed={block === ghost.block}
              aria-label={blockName(edition, block)}
              onClick={() => placing.choose(block)}
            >
              <BlockIcon edition={edition} block={block} size={36} />
            </button>
          ))}
        </span>
      )}
      <span
        className={styles.turns}
        data-part="turns"
        role="group"
        aria-label={t("actions.turning")}
        onClick={toPicture}
      >
        <Turn sign="⟳" word={t("actions.turn")} onClick={() => placing.turn("z")} />
        <Turn sign="⤵" word={t("actions.tip")} onClick={() => placing.turn("x")} />
        <Turn sign="⤴" word={t("actions.roll")} onClick={() => placing.turn("y")} />
        <Turn sign="»" word={t("actions.next_pose")} onClick={() => placing.nextPose()} />
      </span>
      <span className={styles.last} data-part="last">
        <button className="button" onClick={placing.cancel}>
          {t("actions.cancel")}
        </button>
        <button
          className="button primary"
          data-do="place"
          data-placement={ghost.legal?.id}
          disabled={busy || !ghost.legal}
          onClick={place}
        >
          {t("actions.place")}
        </button>
      </span>
    </>
  );
}

/** A way to turn the block: its sign and its word, or where room is short the sign alone. */
function Turn({ sign, word, onClick }: { sign: string; word: string; onClick: () => void }) {
  return (
    <button className="button" aria-label={word} title={word} onClick={onClick}>
      <span aria-hidden="true">{sign}</span>
      <span className={styles.word}>{word}</span>
    </button>
  );
}
