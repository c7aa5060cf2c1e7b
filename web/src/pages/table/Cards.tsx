// The cards that can be used, with every block of their shapes; the deck, and how likely snow is.

import { Icon } from "../../kit/Icon";
import { ASKED_BESIDE, ASKED_GROUP, Asked } from "../../kit/Tips";
import { snowChance } from "../../model/asked";
import { remembered } from "../../model/table";
import type { Edition } from "../../model/edition";
import type { Snapshot } from "../../protocol";
import { BlockIcon, ShapeIcon } from "../../board/icons/Shape";
import { t } from "../../words/words";
import { blockName, cardName, shapeName } from "../../words/names";
import type { PlacingState } from "../../hand/usePlacing";
import { AlsoAsked } from "./Asking";
import blockStyles from "../../hand/block.module.css";
import styles from "./Cards.module.css";

interface CardsProps {
  snapshot: Snapshot;
  edition: Edition;
  /** Where nothing can be placed: what each block does that may go to the box instead, by its name. */
  removing: Record<string, () => void>;
  placing: PlacingState;
  onStock: () => void;
  /** A block was chosen by keyboard. */
  onTaken: () => void;
  /** A block was chosen by pointer: the keys belong to the picture then. */
  toPicture: (event: React.MouseEvent) => void;
}

export function Cards({ snapshot, edition, removing, placing, onStock, onTaken, toPicture }: CardsProps) {
  const { position } = snapshot;
  if (!position) return null;
  const offered = placing.placeable?.blocks ?? [];
  const bonus = offered.filter((block) => edition.isBonus(edition.shapeOf(block)));
  const shown = position.claim ? [position.claim.shape] : position.display;
  const known = remembered(snapshot);
  const extra = bonus.map((block) => (
    <li key={block} className={styles.card}>
      <Asked
        what={{
          kind: "bonus",
          shape: edition.shapeOf(block),
          // Alone it is due to a marker, and may have any colour (SOL-8).
          colour: position.solo?.due[0]?.colour ?? edition.colourOf(block),
        }}
        className={styles.name}
      >
        {t("name.colon", { what: t("cards.bonus"), said: shapeName(edition, edition.shapeOf(block)) })}
      </Asked>
      <span className={styles.blocks}>
        <Choose edition={edition} block={block} placing={placing} offered onTaken={onTaken} />
      </span>
    </li>
  ));
  // What must be placed now is not to be looked for under what cannot.
  const due = position.phase === "due";
  return (
    <section className={styles.cards} data-part="cards" aria-label={t("cards.title")}>
      <div className={styles.head} {...ASKED_GROUP}>
        <Deck snapshot={snapshot} levels={edition.levels} />
        <AlsoAsked thing={{ kind: "stock" }} className="button quiet" onClick={onStock}>
          {t("stock.title")}
        </AlsoAsked>
      </div>
      {known.length > 0 && (
        <p className={styles.known}>
          {t("cards.known", {
            cards: known.map((group) => group.cards.map((card) => cardName(edition, card)).join(" / ")).join(", "),
          })}
        </p>
      )}
      <ol className={styles.list} data-part="card-list" onClick={toPicture} {...ASKED_BESIDE}>
        {due && extra}
        {[...new Set(shown)].map((shape) => (
          <li key={shape} className={styles.card}>
            <Asked what={{ kind: "card", shape }} className={styles.name}>
              <ShapeIcon edition={edition} shape={shape} size={34} />
              {shapeName(edition, shape)}
              {shown.filter((it) => it === shape).length > 1 && ` ×${shown.filter((it) => it === shape).length}`}
            </Asked>
            <span className={styles.blocks}>
              {edition.colours
                .map((colour) => `${shape}-${colour}`)
                .filter((block) => position.stock[shape]?.includes(edition.colourOf(block)))
                .map((block) =>
                  removing[block] ? (
                    <Remove key={block} edition={edition} block={block} onClick={removing[block]} />
                  ) : (
                    <Choose
                      key={block}
                      edition={edition}
                      block={block}
                      placing={placing}
                      offered={offered.includes(block)}
                      onTaken={onTaken}
                    />
                  ),
                )}
            </span>
          </li>
        ))}
        {!due && extra}
      </ol>
    </section>
  );
}

/** Nothing can be placed: the block goes to the box (UNA-1, SOL-6, SOL-10). */
function Remove({ edition, block, onClick }: { edition: Edition; block: string; onClick: () => void }) {
  const name = t("cards.remove", { block: blockName(edition, block) });
  return (
    <button
      className={`${blockStyles.block} ${styles.remove}`}
      data-remove={block}
      aria-label={name}
      title={name}
      onClick={onClick}
    >
      <BlockIcon edition={edition} block={block} size={52} />
    </button>
  );
}

/** Why a block cannot be taken, where that is because it can stand nowhere. */
const nowhere = ({ placeable }: PlacingState): string | null =>
  placeable?.legal.some((legal) => legal.do === "place") ? t("cards.nowhere") : null;

interface ChooseProps extends Pick<CardsProps, "edition" | "placing" | "onTaken"> {
  block: string;
  offered: boolean;
}

function Choose({ edition, block, placing, offered, onTaken }: ChooseProps) {
  const chosen = placing.block === block;
  const why = offered ? null : nowhere(placing);
  const name = why ? t("name.colon", { what: blockName(edition, block), said: why }) : blockName(edition, block);
  return (
    <button
      className={blockStyles.block}
      aria-pressed={chosen}
      aria-label={name}
      title={name}
      disabled={!offered}
      data-block={block}
      onClick={(event) => {
        placing.choose(chosen ? null : block);
        if (!chosen && event.detail === 0) onTaken();
      }}
    >
      <BlockIcon edition={edition} block={block} size={52} />
    </button>
  );
}

/** The cards left, and the chance that the next one is snow: from the piles (SET-3), and from what a Huron has seen. */
function Deck({ snapshot, levels }: { snapshot: Snapshot; levels: number }) {
  const { position, game } = snapshot;
  if (!position || !game) return null;
  const chance = snowChance({ game, position, foresight: remembered(snapshot) });
  const fallen = position.snow + (position.solo?.snowing ? 1 : 0);
  return (
    <p className={styles.deck}>
      <Asked what={{ kind: "deck" }}>
        <Icon name="deck" /> <strong>{t("deck.left", { count: position.deck })}</strong>
      </Asked>{" "}
      {!position.result && (
        <Asked what={{ kind: "snow" }} className={styles.snow} data-may-come={chance !== null}>
          <span aria-hidden="true">
            <Icon name="snow" /> {fallen}/{levels} ·
          </span>
          <span className="visually-hidden">{t("deck.fallen", { fallen, levels })}.</span>{" "}
          {chance === null
            ? t("deck.no_snow")
            : chance === 1
              ? t("deck.sure")
              : t("deck.snow", { percent: Math.round(chance * 100) })}
        </Asked>
      )}
    </p>
  );
}
