// One plan of a site as a drawing: a single level, or the whole from above. Units are cubes.

import { memo, useId } from "react";
import type { Building, Cube } from "../../model/building";
import type { Ghost } from "../../model/placing";
import type { Cell } from "../../protocol";
import type { Column } from "../../model/walking";
import { Mark } from "../icons/Mark";
import styles from "./Plan.module.css";

interface StandingProps {
  building: Building;
  snow: number;
  level: number | null;
  peel: number;
}

interface PlanProps extends StandingProps {
  label: string | null;
  ghost: Ghost | null;
  lit: readonly Cell[];
  /** Cells where a block might go. */
  suggested: readonly Cell[];
  glowing: Set<string> | undefined;
  cursor: Column | null;
}

/** The cube that a plan shows in a column. */
function seen(building: Building, level: number | null, peel: number, x: number, y: number): Cube | undefined {
  if (level !== null) return building.at.get(`${x},${y},${level}`);
  for (let from = Math.min(peel, building.height(x, y)); from > 0; from--) {
    const cube = building.at.get(`${x},${y},${from}`);
    if (cube) return cube;
  }
  return undefined;
}

const SIDES = [
  [0, -1, "M0 0h1"],
  [1, 0, "M1 0v1"],
  [0, 1, "M0 1h1"],
  [-1, 0, "M0 0v1"],
] as const;

/** What stands there: it changes only when a block is placed, so it is drawn apart from ghosts and glow. */
const Standing = memo(function Standing({ building, snow, level, peel }: StandingProps) {
  const { edition, site } = building;
  const hatch = useId();
  const columns = edition.columns(site);
  const walls: string[] = [];
  for (const [x, y] of columns) {
    const cube = seen(building, level, peel, x, y);
    if (!cube) continue;
    for (const [dx, dy, side] of SIDES) {
      const next = seen(building, level, peel, x + dx, y + dy);
      if (next?.block !== cube.block || next.cell[2] !== cube.cell[2])
        walls.push(side.replace(/^M(\d) (\d)/, (_, sx: string, sy: string) => `M${x + Number(sx)} ${y + Number(sy)}`));
    }
  }
  return (
    <>
      <pattern id={hatch} width="0.25" height="0.25" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className={styles.hatchGround} width="0.25" height="0.25" />
        <rect className={styles.hatchLine} width="0.09" height="0.25" />
      </pattern>
      {columns.map(([x, y]) => {
        const cube = seen(building, level, peel, x, y);
        const where = { x, y, width: 1, height: 1, "data-column": `${site} ${x} ${y}` };
        if (cube)
          return (
            <g
              key={`${x},${y}`}
              className={cube.cell[2] <= snow ? `${styles.cube} ${styles.snowed}` : styles.cube}
              data-colour={cube.colour}
            >
              <rect {...where} data-level={cube.cell[2]} />
              {/* From above the height stands beside the sign. */}
              <Mark colour={cube.colour} x={level === null ? x - 0.13 : x} y={level === null ? y - 0.12 : y} />
              {level === null && (
                <text className={styles.height} x={x + 0.88} y={y + 0.86}>
                  {cube.cell[2]}
                </text>
              )}
            </g>
          );
        if (level !== null && building.height(x, y) > level)
          return <rect key={`${x},${y}`} {...where} fill={`url(#${hatch})`} className={styles.hollow} />;
        const carried = level === null || level === 1 || building.at.has(`${x},${y},${level - 1}`);
        return <rect key={`${x},${y}`} {...where} className={carried ? styles.floor : styles.air} />;
      })}
      <path className={styles.walls} d={walls.join("")} />
      {edition.site(site).joints.map(([one, other]) => (
        <line
          key={one.join()}
          className={styles.joint}
          x1={one[0] + 0.5 + (other[0] - one[0]) * 0.3}
          y1={one[1] + 0.5 + (other[1] - one[1]) * 0.3}
          x2={one[0] + 0.5 + (other[0] - one[0]) * 0.7}
          y2={one[1] + 0.5 + (other[1] - one[1]) * 0.7}
        />
      ))}
    </>
  );
});

export function Plan({ building, snow, level, peel, label, ghost, lit, suggested, glowing, cursor }: PlanProps) {
  const { edition, site } = building;
  const plan = edition.site(site).plan;
  const shown = (cell: Cell) => level === null || cell[2] === level;
  return (
    <svg
      className={styles.plan}
      viewBox={`-0.1 -0.1 ${plan[0]!.length + 0.2} ${plan.length + 0.2}`}
      role={label === null ? undefined : "img"}
      aria-label={label ?? undefined}
      aria-hidden={label === null ? true : undefined}
    >
      <Standing building={building} snow={snow} level={level} peel={peel} />
      <g className={styles.over}>
        {edition
          .columns(site)
          .filter(([x, y]) => glowing?.has(`${x},${y}`) && (level === null || building.height(x, y) + 1 === level))
          .map(([x, y]) => (
            <Frame key={`${x},${y}`} name={styles.glow!} x={x} y={y} />
          ))}
        {[...new Set(suggested.filter(shown).map(([x, y]) => `${x} ${y}`))].map((at) => {
          const [x, y] = at.split(" ").map(Number) as [number, number];
          return <Frame key={at} name={styles.suggested!} x={x} y={y} />;
        })}
        {ghost && <GhostCells ghost={ghost} building={building} shown={shown} above={level === null} />}
        {lit
          .filter((cell) => shown(cell) && (level !== null || onTop(building, ghost, cell, peel)))
          .map((cell) => (
            <g key={cell.join()} className={styles.lit}>
              <circle className={styles.under} cx={cell[0] + 0.5} cy={cell[1] + 0.5} r={0.38} />
              <circle cx={cell[0] + 0.5} cy={cell[1] + 0.5} r={0.38} />
            </g>
          ))}
        {cursor && (
          <path
            className={styles.cursor}
            d={`M${cursor.x} ${cursor.y}m0 .3v-.3h.3m.4 0h.3v.3m0 .4v.3h-.3m-.4 0h-.3v-.3`}
          />
        )}
      </g>
    </svg>
  );
}

/** A frame just inside a cell, with a light edge so that it shows on every colour. */
function Frame({ name, x, y }: { name: string; x: number; y: number }) {
  const at = { x: x + 0.07, y: y + 0.07, width: 0.86, height: 0.86 };
  return (
    <g className={name}>
      <rect {...at} className={styles.under} />
      <rect {...at} />
    </g>
  );
}

/** From above only the topmost cube of a column can be pointed out. */
function onTop(building: Building, ghost: Ghost | null, cell: Cell, peel: number): boolean {
  const [x, y, level] = cell;
  if (ghost?.cubes.some((it) => it[0] === x && it[1] === y && it[2] > level)) return false;
  return level >= Math.min(peel, building.height(x, y));
}

interface GhostCellsProps {
  ghost: Ghost;
  building: Building;
  shown: (cell: Cell) => boolean;
  above: boolean;
}

function GhostCells({ ghost, building, shown, above }: GhostCellsProps) {
  const colours = building.edition.coloursOf(ghost.block);
  const covered = (cell: Cell) =>
    above && ghost.cubes.some((it) => it[0] === cell[0] && it[1] === cell[1] && it[2] > cell[2] && shown(it));
  return (
    <>
      {ghost.cubes.map((cell, number) => {
        if (!shown(cell) || covered(cell)) return null;
        const [x, y] = cell;
        return (
          <g
            key={cell.join()}
            className={styles.ghost}
            data-ghost
            data-refused={!ghost.legal || undefined}
            data-colour={colours[number]}
          >
            <rect className={styles.ghostCube} x={x + 0.06} y={y + 0.06} width={0.88} height={0.88} />
            <Mark colour={colours[number]!} x={x} y={y} />
            {!ghost.legal && <path className={styles.ghostStrike} d={`M${x + 0.1} ${y + 0.9}l.8 -.8`} />}
            <rect className={styles.ghostEdge} x={x + 0.06} y={y + 0.06} width={0.88} height={0.88} />
          </g>
        );
      })}
    </>
  );
}
