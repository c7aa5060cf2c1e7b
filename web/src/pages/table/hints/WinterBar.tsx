// Winter's turn, where several placements are equal for it (SOL-5d): whoever moves its blocks chooses among them.

import type { Edition } from "../../../model/edition";
import type { Action, Offer } from "../../../protocol";
import { BlockIcon } from "../../../board/icons/Shape";
import { RuleLink } from "../../../kit/RuleLink";
import type { PlacingState } from "../../../hand/usePlacing";
import { blockName } from "../../../words/names";
import { t } from "../../../words/words";
import { HintButton } from "./HintButton";
import blockStyles from "../../../hand/block.module.css";
import actionsStyles from "../Actions.module.css";
import styles from "./WinterBar.module.css";

interface WinterBarProps {
  offer: Offer;
  placing: PlacingState;
  edition: Edition;
  busy: boolean;
  act: (action: Action) => Promise<void>;
  place: () => void;
  onPlacements: () => void;
  /** Ask which of them is best for the player; null where there are no hints. */
  onHint: (() => void) | null;
  hinting: boolean;
}

export function WinterBar(props: WinterBarProps) {
  const { offer, placing, edition, busy, act, place, onPlacements, onHint, hinting } = props;
  const equal = placing.placeable?.ranked(placing.placeable.legal, null) ?? [];
  const usual = equal[0];
  const now = equal.findIndex(({ id }) => id === placing.ghost?.legal?.id);
  const step = (by: 1 | -1) => {
    const next = equal[now < 0 ? (by > 0 ? 0 : equal.length - 1) : (now + by + equal.length) % equal.length];
    if (next) placing.show(next);
  };
  if (!usual) return <Stuck offer={offer} edition={edition} busy={busy} act={act} />;
  const blocks = placing.placeable!.blocks;
  const count = equal.length;
  return (
    <>
      <p className={actionsStyles.prompt} data-part="prompt" role="status" tabIndex={-1}>
        {blocks.length === 1
          ? t("winter.prompt", { block: blockName(edition, blocks[0]!), count })
          : t("winter.prompt_blocks", { count })}{" "}
        <RuleLink brief number="SOL-5" />
      </p>
      <span className={styles.steps} role="group">
        <button className="button" data-do="before" aria-label={t("winter.before")} onClick={() => step(-1)}>
          ‹
        </button>
        <span className={styles.number} data-part="winter-number">
          {now < 0 ? `– / ${count}` : t("winter.number", { number: now + 1, count })}
        </span>
        <button className="button" data-do="next" aria-label={t("winter.next")} onClick={() => step(1)}>
          ›
        </button>
      </span>
      <button className="button" onClick={onPlacements}>
        {t("placements.button")}
      </button>
      {onHint && <HintButton busy={hinting} onClick={onHint} />}
      <button
        className={`button ${now < 0 ? "primary" : ""}`}
        data-do="usual"
        disabled={busy}
        onClick={() =>
          void act({ by: "winter", do: "place", block: usual.block, site: usual.site, cubes: [...usual.cubes] })
        }
      >
        {t("winter.usual")}
      </button>
      {placing.ghost && (
        <button className="button primary" data-do="place" disabled={busy || !placing.ghost.legal} onClick={place}>
          {t("actions.place")}
        </button>
      )}
    </>
  );
}

/** It can place nothing, and several blocks have the fewest white cubes (SOL-6). */
function Stuck({ offer, edition, busy, act }: Pick<WinterBarProps, "offer" | "edition" | "busy" | "act">) {
  return (
    <>
      <p className={actionsStyles.prompt} data-part="prompt" role="status" tabIndex={-1}>
        {t("winter.unable")} <RuleLink brief number="SOL-6" />
      </p>
      {offer.unable.map((way, number) => (
        <button
          key={way.remove}
          className={blockStyles.block}
          data-do={number ? "unable" : "usual"}
          disabled={busy}
          onClick={() => void act({ by: "winter", do: "unable", ...way })}
        >
          <BlockIcon edition={edition} block={way.remove} size={40} /> {blockName(edition, way.remove)}
        </button>
      ))}
    </>
  );
}
