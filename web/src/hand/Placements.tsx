// Every legal placement as a list, the best first, to be filtered and chosen: for those who would rather read than look.

import { useMemo, useState } from "react";
import type { Legal } from "../model/placing";
import type { Edition } from "../model/edition";
import { PoseIcon } from "../board/icons/Shape";
import { signed, signedEstimate, t } from "../words/words";
import { blockName, siteName } from "../words/names";
import type { PlacingState } from "./usePlacing";
import styles from "./Placements.module.css";

const PAGE = 60;

interface PlacementsProps {
  placing: PlacingState;
  edition: Edition;
  /** What each is worth in all, where hints have told. */
  worths: ReadonlyMap<number, number> | null;
  onShow: (legal: Legal) => void;
}

export function Placements({ placing, edition, worths, onShow }: PlacementsProps) {
  const all = placing.placeable!;
  const [chosen, setBlock] = useState(placing.block ?? "");
  const block = all.blocks.includes(chosen) ? chosen : ""; // another offer may have come meanwhile
  const [site, setSite] = useState("");
  const [shown, setShown] = useState(PAGE);
  const found = useMemo(
    () =>
      all.ranked(
        all.legal.filter((legal) => (!block || legal.block === block) && (!site || legal.site === site)),
        worths,
      ),
    [all, block, site, worths],
  );
  return (
    <div className={styles.placements}>
      <p>
        {t("placements.count", { count: found.length })}
        <br />
        {!placing.blind && <small>{t(worths ? "placements.by_worth" : "placements.by_points")}</small>}
      </p>
      <div className={styles.filter}>
        <label>
          {t("placements.block")}{" "}
          <select value={block} onChange={(event) => setBlock(event.target.value)}>
            <option value="">{t("placements.any")}</option>
            {all.blocks.map((it) => (
              <option key={it} value={it}>
                {blockName(edition, it)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t("placements.site")}{" "}
          <select value={site} onChange={(event) => setSite(event.target.value)}>
            <option value="">{t("placements.any")}</option>
            {edition.sites.map((it) => (
              <option key={it} value={it}>
                {siteName(edition, it)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <ol>
        {found.slice(0, shown).map((legal) => (
          <li key={legal.id}>
            <button className={styles.placement} data-placement={legal.id} onClick={() => onShow(legal)}>
              <PoseIcon edition={edition} block={legal.block} cubes={legal.cubes} size={40} />
              <span>
                {!placing.blind && (
                  <strong>{worths ? signedEstimate(worths.get(legal.id) ?? 0) : signed(all.worth(legal))}</strong>
                )}{" "}
                {all.parts(legal).winter !== 0 && (
                  <small>
                    {t("placements.apart", {
                      own: signed(all.parts(legal).own),
                      winter: signed(all.parts(legal).winter),
                    })}
                  </small>
                )}{" "}
                {blockName(edition, legal.block)}, {siteName(edition, legal.site)}{" "}
                {worths && <small>{t("placements.now", { points: signed(all.worth(legal)) })}</small>}{" "}
                <small>{t("placements.cells", { cells: legal.cubes.map((cell) => cell.join("·")).join(", ") })}</small>
                {legal.completes && <em> {t("ghost.completes", { site: siteName(edition, legal.site) })}</em>}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {found.length > shown && (
        <button data-do="more" className="button" onClick={() => setShown(shown + PAGE)}>
          {t("placements.more")}
        </button>
      )}
    </div>
  );
}
