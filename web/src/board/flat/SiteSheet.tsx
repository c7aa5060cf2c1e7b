// A site on paper: its name, disk and standee, the plan from above with its columns, and a plan for each level.

import { memo, useId, useMemo } from "react";
import { Building, cellKey } from "../../model/building";
import type { Edition } from "../../model/edition";
import type { Ghost } from "../../model/placing";
import type { Cell, Snapshot } from "../../protocol";
import type { Column } from "../../model/walking";
import { colourName, seatName, siteName } from "../../words/names";
import { SIGNS } from "../icons/paints";
import { named, signed, t, useLanguage } from "../../words/words";
import { Columns } from "./Columns";
import { Plan } from "./Plan";

interface SiteSheetProps {
  edition: Edition;
  snapshot: Snapshot;
  site: string;
  built: Building | undefined;
  /** Ghost, light and cursor as far as they are on this site: a pointer that moves over one leaves the others alone. */
  ghost: Ghost | null;
  lit: readonly Cell[];
  glowing: Set<string> | undefined;
  peel: number;
  cursor: Column | null;
  stop: string;
}

export const SiteSheet = memo(function SiteSheet(props: SiteSheetProps) {
  const { edition, snapshot, site, built, ghost, lit, glowing, peel, cursor, stop } = props;
  useLanguage();
  const id = useId();
  const building = useMemo(() => built ?? new Building(edition, site, []), [built, edition, site]);
  const snow = snapshot.position?.snow ?? 0;
  const plan = edition.site(site).plan;
  // Two challenges build above the last level (CHA-9).
  const top = [...building.cubes.map((cube) => cube.cell), ...(ghost?.legal ? ghost.cubes : [])].reduce(
    (highest, cell) => Math.max(highest, cell[2]),
    edition.levels,
  );
  const levels = Array.from({ length: Math.min(top, peel < edition.levels ? peel : top) }, (_, below) => below + 1);
  const drawing = { building, snow, ghost, lit, glowing, cursor };
  return (
    <section
      className="flat-site"
      aria-labelledby={id}
      data-site={site}
      style={{ "--width": plan[0]!.length, "--height": plan.length } as React.CSSProperties}
    >
      <header className="flat-head">
        <h3 id={id}>{siteName(edition, site)}</h3>
        <Prizes edition={edition} snapshot={snapshot} site={site} />
      </header>
      <div className="flat-plans">
        <figure className="flat-figure above">
          <figcaption>{peel < edition.levels ? t("flat.peeled", { level: peel }) : t("flat.above")}</figcaption>
          <div className="flat-interactive">
            <Plan {...drawing} level={null} peel={peel < edition.levels ? peel : top} label={null} />
            <Columns
              building={building}
              snow={snow}
              glowing={glowing}
              stop={stop}
              label={t("flat.columns", { site: siteName(edition, site) })}
              describedBy={`${id}-ghost`}
            />
          </div>
          <p id={`${id}-ghost`} className="visually-hidden">
            {ghost ? ghostWords(edition, ghost) : ""}
          </p>
        </figure>
        {levels.map((level) => (
          <figure key={level} className="flat-figure level" data-snowed={level <= snow}>
            <figcaption>
              <StickMark edition={edition} snapshot={snapshot} site={site} level={level} />
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
function Prizes({ edition, snapshot, site }: { edition: Edition; snapshot: Snapshot; site: string }) {
  const { game, position, options } = snapshot;
  if (!game || !position) return null;
  const told = edition.site(site);
  const holder = position.standees[site];
  const standee = named(told.standee);
  const stick = game.sticks[site]!;
  const solo = options.mode === "solo";
  return (
    <p className="flat-prizes">
      {solo && (
        <span>
          {SIGNS[told.solo_colour]} {t("flat.plays_for", { colour: colourName(edition, told.solo_colour) })}
        </span>
      )}
      <span>
        {solo
          ? t("flat.disk_solo", { points: signed(-edition.told.solo.disk) })
          : t("flat.disk", { points: signed(edition.disk(stick)) })}
      </span>
      <span className={holder ? "flat-held" : undefined}>
        {holder
          ? t("flat.standee_held", { standee, name: holder === "player" ? t("name.you_alone") : seatName(snapshot, holder) })
          : t("flat.standee_free", { standee })}
      </span>
    </p>
  );
}

/** The tally stick's mark of a level: what each cube there counts when its snow falls. */
function StickMark({ edition, snapshot, site, level }: { edition: Edition; snapshot: Snapshot; site: string; level: number }) {
  const stick = snapshot.game?.sticks[site];
  const mark = stick && edition.marks(stick)[level - 1];
  if (!mark) return null;
  const words = t("flat.mark", { mark: signed(mark) });
  return (
    <span className={`flat-stick ${mark < 0 ? "loss" : ""}`} role="img" aria-label={words} title={words}>
      {mark === 1 ? "+" : mark < 0 ? "−" : mark}
    </span>
  );
}

function levelWords(building: Building, level: number, snow: number): string {
  const { edition } = building;
  const name = t(level <= snow ? "flat.level_snow" : "flat.level", { level });
  const list = edition.colours.flatMap((colour) => {
    const count = building.cubes.filter((cube) => cube.colour === colour && cube.cell[2] === level).length;
    return count ? [`${colourName(edition, colour)} ${count}`] : [];
  });
  return list.length ? t("flat.level_cubes", { level: name, list: list.join(", ") }) : t("flat.level_empty", { level: name });
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
