// The cubes on the sites: solid, faded where they stand before the ghost, outlined where peeled off; and the ghost.

import { useFrame, useThree } from "@react-three/fiber";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { BufferGeometry, Float32BufferAttribute } from "three";
import { cellKey, type Building, type Cube, type Lit } from "../../model/building";
import type { Edition } from "../../model/edition";
import type { Ghost } from "../../model/placing";
import type { Cell } from "../../protocol";
import type { BoardProps } from "../props";
import { CubeSet, surrounding, type Drawn, type Fresh } from "./cubes";
import { useDisposed } from "./disposed";
import type { Layout, Spot } from "./layout";
import { edges } from "./outlines";
import { inTheWay } from "./pick";
import { Bars } from "./Bars";

interface BlocksProps {
  edition: Edition;
  layout: Layout;
  built: Record<string, Building>;
  ghost: Ghost | null;
  lit: readonly Lit[];
  counting: BoardProps["counting"];
  peel: number;
  snow: number;
  still: boolean;
  motion: BoardProps["motion"];
  onChanged: () => void;
}

/** How long a block that was just placed falls and shines, in seconds. */
const FALLS = 0.28;
const SETTLES = 0.16;
const SHINES = 1.8;

const blockKey = (site: string, cells: readonly Cell[]): string => `${site} ${cellKey(cells[0]!)}`;

export function Blocks(props: BlocksProps) {
  const { edition, layout, built, ghost, lit, counting, peel, snow, still, motion, onChanged } = props;
  const invalidate = useThree((state) => state.invalidate);
  const fresh = useMemo((): Fresh => ({ drop: { value: 0 }, shine: { value: 0 } }), []);
  const sets = useMemo(() => {
    const made = {
      solid: new CubeSet({ opacity: 1 }, edition.colours, fresh),
      faded: new CubeSet({ opacity: 0.2 }, edition.colours, fresh),
    };
    made.solid.mesh.castShadow = made.solid.mesh.receiveShadow = true;
    made.faded.mesh.material.depthWrite = false;
    return made;
  }, [edition, fresh]);
  useEffect(() => () => Object.values(sets).forEach((set) => set.dispose()), [sets]);

  const shining = useFresh(built, fresh, still, motion);
  // Apart from what is lit: that changes with every move of a pointer, and this is dear.
  const shades = useMemo(
    () =>
      new Map(
        Object.entries(built).flatMap(([site, { cubes, at }]) => {
          const filled = (cell: Cell): boolean => cell[2] <= peel && at.has(cellKey(cell));
          return cubes.map(({ cell }) => [`${site} ${cellKey(cell)}`, surrounding(cell, filled)]);
        }),
      ),
    [built, peel],
  );
  const drawn = useMemo(() => {
    const shimmers = (site: string, level: number): boolean => counting?.site === site && counting.level === level;
    const litCells = new Set(lit.flatMap((it) => it.cells.map((cell) => `${it.site} ${cellKey(cell)}`)));
    return layout.spots.flatMap((spot) =>
      (built[spot.site]?.blocks ?? []).flatMap((block) => {
        const own = new Set(block.cubes.map(cellKey));
        const colours = edition.coloursOf(block.block);
        return block.cubes.map(
          (cell, number): Drawn => ({
            spot,
            cell,
            colour: colours[number]!,
            joined: (other) => own.has(cellKey(other)),
            around: shades.get(`${spot.site} ${cellKey(cell)}`)!,
            lit: litCells.has(`${spot.site} ${cellKey(cell)}`) ? 1 : shimmers(spot.site, cell[2]) ? 0.42 : 0,
            snowed: cell[2] <= snow ? 1 : 0,
            fresh: shining.has(blockKey(spot.site, block.cubes)),
          }),
        );
      }),
    );
  }, [edition, layout, built, lit, counting, shades, snow, shining]);

  // Which cubes are in the way depends on where the camera is, so it is looked at again before each picture.
  const hiding = useRef("");
  const fill = (eye: readonly [number, number, number], always: boolean): void => {
    const spot = ghost && layout.spots.find((it) => it.site === ghost.site);
    const hidden = ghost && spot ? inTheWay(eye, spot, built[spot.site]!, ghost.cubes) : new Set<string>();
    const key = [...hidden].join(" ");
    if (!always && key === hiding.current) return;
    hiding.current = key;
    const faded = (it: Drawn): boolean => it.spot === spot && hidden.has(cellKey(it.cell));
    const shown = drawn.filter((it) => it.cell[2] <= peel);
    sets.solid.fill(shown.filter((it) => !faded(it)));
    sets.faded.fill(shown.filter(faded));
  };
  const camera = useThree((state) => state.camera);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fill is made anew each time, of what is named here
  useLayoutEffect(() => {
    fill(camera.position.toArray(), true);
    invalidate();
  }, [sets, drawn, peel, ghost, camera]);
  useLayoutEffect(() => onChanged(), [built, layout, peel, onChanged]);
  useFrame((state) => ghost && fill(state.camera.position.toArray(), false));

  return (
    <>
      <primitive object={sets.solid.mesh} />
      <primitive object={sets.faded.mesh} renderOrder={2} />
      <Peeled layout={layout} built={built} peel={peel} />
      <GhostBlock edition={edition} layout={layout} ghost={ghost} lit={lit} />
      <LitEdges layout={layout} lit={lit} peel={peel} />
    </>
  );
}

/** The blocks that were not there a moment ago. They fall, shine and are forgotten; those there at first do not. */
function useFresh(
  built: Record<string, Building>,
  fresh: Fresh,
  still: boolean,
  motion: BoardProps["motion"],
): Set<string> {
  const invalidate = useThree((state) => state.invalidate);
  const known = useRef<Set<string> | null>(null);
  const age = useRef(Infinity);
  const all = useMemo(
    () => Object.entries(built).flatMap(([site, { blocks }]) => blocks.map((block) => blockKey(site, block.cubes))),
    [built],
  );
  const shining = useMemo(() => {
    const before = known.current;
    return new Set(before && motion === "step" ? all.filter((key) => !before.has(key)) : []);
  }, [all, motion]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: blocks fall when they come, and then no more
  useLayoutEffect(() => {
    // An empty record of buildings is one that has not come yet.
    if (Object.keys(built).length) known.current = new Set(all);
    if (!shining.size) return;
    age.current = 0;
    fresh.shine.value = 1;
    fresh.drop.value = still ? 0 : 1.6;
    invalidate();
    if (!still) return;
    const after = setTimeout(() => {
      fresh.shine.value = 0;
      invalidate();
    }, SHINES * 1000);
    return () => clearTimeout(after);
  }, [fresh, shining, still]);
  useFrame((_, seconds) => {
    if (still || age.current > SHINES) return;
    age.current += Math.min(seconds, 0.25);
    const down = Math.min(1, age.current / FALLS);
    // It lands, springs up a little, and lies.
    const landed = Math.min(1, Math.max(0, (age.current - FALLS) / SETTLES));
    fresh.drop.value = 1.6 * (1 - down * down) + 0.09 * Math.sin(Math.PI * landed);
    fresh.shine.value = Math.max(0, 1 - age.current / SHINES);
    if (age.current <= SHINES) invalidate();
  });
  return shining;
}

/** A ghost neither falls nor shines. */
const AT_REST: Fresh = { drop: { value: 0 }, shine: { value: 0 } };

const GHOSTS = {
  legal: { opacity: 0.93, lifted: 0.1 },
  refused: { opacity: 0.85, tint: "#b3261c", tinted: 0.3, hatched: true },
};

type GhostProps = Pick<BlocksProps, "edition" | "layout" | "ghost" | "lit">;

function GhostBlock({ edition, layout, ghost, lit }: GhostProps) {
  const sets = useMemo(
    () => ({
      legal: new CubeSet(GHOSTS.legal, edition.colours, AT_REST),
      refused: new CubeSet(GHOSTS.refused, edition.colours, AT_REST),
    }),
    [edition],
  );
  useEffect(() => () => Object.values(sets).forEach((set) => set.dispose()), [sets]);
  const spot = ghost ? layout.spots.find((it) => it.site === ghost.site) : undefined;
  useLayoutEffect(() => {
    sets.legal.fill([]);
    sets.refused.fill([]);
    if (!ghost || !spot) return;
    const own = new Set(ghost.cubes.map(cellKey));
    const counting = new Set(lit.flatMap((it) => (it.site === ghost.site ? it.cells.map(cellKey) : [])));
    const colours = edition.coloursOf(ghost.block);
    sets[ghost.legal ? "legal" : "refused"].fill(
      ghost.cubes.map((cell, number) => ({
        spot,
        cell,
        colour: colours[number]!,
        joined: (other) => own.has(cellKey(other)),
        around: 0, // it shines
        lit: ghost.legal && counting.has(cellKey(cell)) ? 1 : 0,
        snowed: 0, // it is to stand out of the snow, not to lie in it
        fresh: false,
      })),
    );
  }, [sets, edition, ghost, spot, lit]);
  const outline = useMemo(() => (ghost && spot ? edges(spot, ghost.cubes) : []), [ghost, spot]);
  return (
    <>
      <primitive object={sets.legal.mesh} renderOrder={3} />
      <primitive object={sets.refused.mesh} renderOrder={3} />
      <Bars edges={outline} colour={ghost?.legal ? "#ffb21c" : "#d23226"} thick={0.085} />
    </>
  );
}

function LitEdges({ layout, lit, peel }: { layout: Layout; lit: readonly Lit[]; peel: number }) {
  const outline = useMemo(
    () =>
      lit.flatMap((it) => {
        const spot = layout.spots.find((other) => other.site === it.site);
        return spot
          ? edges(
              spot,
              it.cells.filter((cell) => cell[2] <= peel),
            )
          : [];
      }),
    [layout, lit, peel],
  );
  return <Bars edges={outline} colour="#ffc23c" thick={0.06} />;
}

/** What is peeled off stays as thin lines, block by block. */
function Peeled({ layout, built, peel }: { layout: Layout; built: Record<string, Building>; peel: number }) {
  const geometry = useMemo(() => {
    const places = layout.spots.flatMap((spot: Spot) => {
      const gone = new Map<string, Cell[]>();
      const building = built[spot.site];
      const above = (cube: Cube): boolean => cube.cell[2] > peel;
      if (!building?.cubes.some(above)) return [];
      building.blocks.forEach((block, number) => {
        const cells = block.cubes.filter((cell) => cell[2] > peel);
        if (cells.length) gone.set(String(number), cells);
      });
      return [...gone.values()].flatMap((cells) => edges(spot, cells).flat(2));
    });
    const made = new BufferGeometry();
    made.setAttribute("position", new Float32BufferAttribute(places, 3));
    return made;
  }, [layout, built, peel]);
  useDisposed(geometry);
  return (
    <lineSegments geometry={geometry} frustumCulled={false}>
      <lineBasicMaterial color="#f7ead2" transparent opacity={0.5} depthWrite={false} />
    </lineSegments>
  );
}
