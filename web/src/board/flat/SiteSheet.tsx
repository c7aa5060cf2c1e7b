// A site on paper: its name, disk and standee, the plan from above with its columns, and a plan for each level.

import { memo, useId, useMemo } from "react";
import { Building, cellKey } from "../../model/building";
import type { Edition } from "../../model/edition";
import type { Ghost } from "../../model/placing";
import type { Scenery } from "../../model/scenery";
import type { Cell } from "../../protocol";
import type { BoardProps } from "../props";
import type { Column } from "../../model/walking";
import { colourName } from "../../words/names";
import { signOf } from "../icons/paints";
import { named, signed, t, useLanguage } from "../../words/words";
import { Ask } from "./Ask";
import { Columns } from "./Columns";
import { Plan } from "./Plan";
import styles from "./SiteSheet.module.css";

interface SiteSheetProps {
  scenery: Scenery;
  site: string;
  /** The site's own, and of whoever holds its standee. */
  name: string;
  holder: string | null;
  built: Building | undefined;
  hands: BoardProps["hands"];
  /** What tells about the keys. */
  keysId: string;
  /** Ghost, light and cursor as far as they are on this site: a pointer that moves over one leaves the others alone. */
  ghost: Ghost | null;
  lit: readonly Cell[];
  suggested: readonly Cell[];
  glowing: Set<string> | undefined;
  peel: number;
  cursor: Column | null;
  stop: string;
  onAsk?: BoardProps["onAsk"];
  /** How deep the site's name lies among the headings of the page. */
  heading?: "h3" | "h4";
}

export const SiteSheet = memo(function SiteSheet(props: SiteSheetProps) {
  const Heading = props.heading ?? "h3";
  const {
    scenery,
    site,
    name,
    holder,
    built,
    hands,
    keysId,
    ghost,
    lit,
    suggested,
    glowing,
    peel,
    cursor,
    stop,
    onAsk,
  } = props;
  const { edition, snow } = scenery;
  useLanguage();
  const id = useId();
  const building = useMemo(() => built ?? new Building(edition, site, []), [built, edition, site]);
  const plan = edition.site(site).plan;
  // Two challenges build above the last level (CHA-9).
  const top = [...building.cubes.map((cube) => cube.cell), ...(ghost?.legal ? ghost.cubes : [])].reduce(
    (highest, cell) => Math.max(highest, cell[2]),
    edition.levels,
  );
  const levels = Array.from({ length: Math.min(top, peel < edition.levels ? peel : top) }, (_, below) => below + 1);
  const drawing = { building, snow, ghost, lit, suggested, glowing, cursor };
  return (
    <section
      className={styles.site}
      aria-labelledby={id}
      data-site={site}
      data-asked-group
      style={{ "--width": plan[0]!.length, "--height": plan.length } as React.CSSProperties}
    >
      <header className={styles.head}>
        <Heading id={id}>{name}</Heading>
        <Prizes scenery={scenery} site={site} holder={holder} onAsk={onAsk} />
      </header>
      <div className={styles.plans}>
        <figure className={`${styles.figure} ${styles.above}`} data-above>
          <figcaption>{peel < edition.levels ? t("flat.peeled", { level: peel }) : t("flat.above")}</figcaption>
          <div className={styles.interactive}>
            <Plan {...drawing} level={null} peel={peel < edition.levels ? peel : top} label={null} />
            {hands !== "none" && (
              <Columns
                building={building}
                snow={snow}
                glowing={glowing}
                stop={stop}
                label={t("flat.columns", { site: name })}
                keysId={keysId}
                describedBy={`${id}-ghost`}
              />
            )}
          </div>
          <p id={`${id}-ghost`} className="visually-hidden">
            {ghost ? ghostWords(edition, ghost) : ""}
          </p>
        </figure>
        {levels.map((level) => (
          <figure key={level} className={styles.figure} data-snowed={level <= snow}>
            <figcaption>
              <StickMark scenery={scenery} site={site} level={level} onAsk={onAsk} />
              {/* The drawing's own name says that snow lies there. */}
              {level <= snow && <span aria-hidden="true">❄</span>}
              {t("flat.level", { level })}
            </figcaption>
            <Plan {...drawing} level={level} peel={top} label={levelWords(building, level, snow)} />
          </figure>
        ))}
      </div>
    </section>
  );
});

/** What there is to win: the disk, and the standee with whoever holds it; in solo also the colour the site plays for. */
function Prizes({ scenery, site, holder, onAsk }: Pick<SiteSheetProps, "scenery" | "site" | "holder" | "onAsk">) {
  const { edition, mode, sticks } = scenery;
  const told = edition.site(site);
  const standee = named(told.standee);
  const stick = sticks[site]!;
  const solo = mode === "solo";
  return (
    <p className={styles.prizes}>
      {solo && (
        <span>
          {signOf(told.solo_colour)} {t("flat.plays_for", { colour: colourName(edition, told.solo_colour) })}
        </span>
      )}
      <Ask thing={{ kind: "disk", site }} onAsk={onAsk}>
        {solo
          ? t("flat.disk_solo", { points: signed(-edition.told.solo.disk) })
          : t("flat.disk", { points: signed(edition.disk(stick)) })}
      </Ask>
      <Ask thing={{ kind: "standee", site }} onAsk={onAsk} className={holder ? styles.held : undefined}>
        {holder ? t("flat.standee_held", { standee, name: holder }) : t("flat.standee_free", { standee })}
      </Ask>
    </p>
  );
}

/** The tally stick's mark of a level: what each cube there counts when its snow falls. */
function StickMark({
  scenery,
  site,
  level,
  onAsk,
}: Pick<SiteSheetProps, "scenery" | "site" | "onAsk"> & { level: number }) {
  const stick = scenery.sticks[site];
  const mark = stick && scenery.edition.marks(stick)[level - 1];
  if (!mark) return null;
  const words = t("flat.mark", { mark: signed(mark) });
  return (
    <Ask
      thing={{ kind: "stick", site, level }}
      onAsk={onAsk}
      className={mark < 0 ? `${styles.stick} ${styles.loss}` : styles.stick}
      label={words}
    >
      {mark === 1 ? "+" : mark < 0 ? "−" : mark}
    </Ask>
  );
}

function levelWords(building: Building, level: number, snow: number): string {
  const { edition } = building;
  const name = t(level <= snow ? "flat.level_snow" : "flat.level", { level });
  const list = edition.colours.flatMap((colour) => {
    const count = building.cubes.filter((cube) => cube.colour === colour && cube.cell[2] === level).length;
    return count ? [`${colourName(edition, colour)} ${count}`] : [];
  });
  return list.length
    ? t("flat.level_cubes", { level: name, list: list.join(", ") })
    : t("flat.level_empty", { level: name });
}

function ghostWords(edition: Edition, ghost: Ghost): string {
  const colours = edition.coloursOf(ghost.block);
  const order = (cell: Cell) => cell[2] * 10_000 + cell[1] * 100 + cell[0];
  const byCell = new Map(ghost.cubes.map((cell, number) => [cellKey(cell), colours[number]!]));
  const cells = [...ghost.cubes]
    .sort((one, other) => order(one) - order(other))
    .map(([x, y, level]) =>
      t("flat.ghost_cell", { x, y, level, colour: colourName(edition, byCell.get(cellKey([x, y, level]))!) }),
    );
  return t(ghost.legal ? "flat.ghost" : "flat.ghost_refused", { cells: cells.join("; ") });
}
