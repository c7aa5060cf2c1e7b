// The stock: all blocks of every shape, those that are gone as empty places.

import type { Edition } from "../../model/edition";
import type { Snapshot } from "../../protocol";
import { BlockIcon } from "../../board/icons/Shape";
import { RuleLink } from "../../kit/RuleLink";
import { t } from "../../words/words";
import { blockName, shapeName } from "../../words/names";
import styles from "./Stock.module.css";

export function Stock({ snapshot, edition }: { snapshot: Snapshot; edition: Edition }) {
  const position = snapshot.position!;
  return (
    <>
      <p className={styles.lead}>{t("stock.lead")}</p>
      <ul className={styles.stock}>
        {edition.told.shapes.map((shape) => (
          <li key={shape.id} data-visible={position.display.includes(shape.id)}>
            <span className={styles.name}>
              <RuleLink number={`figure-shape-${shape.id}`}>{shapeName(edition, shape.id)}</RuleLink>
            </span>
            <span className={styles.blocks}>
              {edition.colours.map((colour) => {
                const block = `${shape.id}-${colour}`;
                const there = position.stock[shape.id]?.includes(colour) ?? false;
                return (
                  <span key={colour} data-gone={!there} title={there ? blockName(edition, block) : t("stock.gone")}>
                    <BlockIcon edition={edition} block={block} size={50} />
                  </span>
                );
              })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
