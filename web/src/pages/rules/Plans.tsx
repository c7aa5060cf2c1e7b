// A figure without 3D, and on paper: each site from above and level by level.

import { columnKey } from "../../model/building";
import type { BoardProps } from "../../board/props";
import { SiteSheet } from "../../board/flat/SiteSheet";
import styles from "./Plans.module.css";

type PlansProps = Pick<BoardProps, "scenery" | "ghost" | "lit" | "siteName" | "holderName"> & {
  sites: readonly string[];
};

const NOTHING = [] as const;

export function Plans({ scenery, ghost, lit, siteName, holderName, sites }: PlansProps) {
  const { edition, built, standees } = scenery;
  return (
    <div className={styles.plans} data-part="plans">
      {sites.map((site) => (
        <SiteSheet
          key={site}
          heading="h4"
          scenery={scenery}
          site={site}
          name={siteName(site)}
          holder={standees[site] ? holderName(standees[site]) : null}
          built={built[site]}
          hands="none"
          keysId=""
          ghost={ghost?.site === site ? ghost : null}
          lit={lit.find((it) => it.site === site)?.cells ?? NOTHING}
          suggested={NOTHING}
          glowing={undefined}
          peel={edition.levels}
          cursor={null}
          stop={columnKey(...edition.columns(site)[0]!)}
        />
      ))}
    </div>
  );
}
