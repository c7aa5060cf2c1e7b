// What lies under the block being placed: a frame around each column that it stands on, and its shadow, with a plumb line,
// on each that it only reaches over. Seen from a corner, a block in the air is otherwise anywhere.

import { useThree } from "@react-three/fiber";
import { useLayoutEffect, useMemo } from "react";
import { InstancedMesh, MeshBasicMaterial, Object3D, PlaneGeometry } from "three";
import type { Ghost } from "../../model/placing";
import { Bars } from "./Bars";
import { FEW, setPlaces } from "./instances";
import { STONE } from "./layout";
import type { Edge } from "./outlines";
import { topOf, type PointedProps } from "./Pointed";
import { useMesh } from "./useMesh";

/** How far a frame stands out from the cubes that it lies around, and above what it lies on. */
const HALF = 0.56;
const ABOVE = 0.04;

export function Footprint({ ghost, ...table }: PointedProps & { ghost: Ghost | null }) {
  const invalidate = useThree((state) => state.invalidate);
  const mesh = useMesh(() => {
    const material = new MeshBasicMaterial({ color: "#20140a", transparent: true, opacity: 0.5, depthWrite: false });
    const made = new InstancedMesh(new PlaneGeometry(0.94, 0.94).rotateX(-Math.PI / 2), material, FEW);
    made.renderOrder = 2;
    return made;
  });
  const { layout, built, snow, peel } = table;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table is its parts, which are named here
  const under = useMemo(() => {
    const spot = ghost && layout.spots.find((it) => it.site === ghost.site);
    if (!ghost || !spot) return { shadows: [], frames: [], plumbs: [] };
    const lowest = new Map<string, readonly [number, number, number]>();
    for (const cell of ghost.cubes) {
      const key = `${cell[0]},${cell[1]}`;
      if (cell[2] < (lowest.get(key)?.[2] ?? Infinity)) lowest.set(key, cell);
    }
    const shadows: [number, number, number][] = [];
    const [frames, plumbs]: [Edge[], Edge[]] = [[], []];
    for (const [x, y, level] of lowest.values()) {
      if (!built[spot.site]?.edition.inPlan(spot.site, x, y)) continue; // beyond the plan there is nothing to lie on
      const [cx, top, cz] = [spot.x + x, topOf(table, spot, x, y) + ABOVE, spot.z + y];
      if (level > (built[spot.site]?.height(x, y) ?? 0) + 1) {
        shadows.push([cx, top, cz]);
        plumbs.push([
          [cx, top, cz],
          [cx, STONE + level - 1, cz],
        ]);
      } else frames.push(...square(cx, top, cz));
    }
    return { shadows, frames, plumbs };
  }, [ghost, layout, built, snow, peel]);
  useLayoutEffect(() => {
    const patch = new Object3D();
    setPlaces(
      mesh,
      under.shadows.map((place) => {
        patch.position.set(...place);
        patch.updateMatrix();
        return patch.matrix.clone();
      }),
    );
    invalidate();
  }, [mesh, under, invalidate]);
  return (
    <>
      <primitive object={mesh} />
      <Bars edges={under.frames} colour={ghost?.legal ? "#6b3a06" : "#7a1a12"} thick={0.07} />
      <Bars edges={under.plumbs} colour="#20140a" thick={0.035} />
    </>
  );
}

function square(x: number, y: number, z: number): Edge[] {
  const [left, right, back, front] = [x - HALF, x + HALF, z - HALF, z + HALF];
  return [
    [
      [left, y, back],
      [right, y, back],
    ],
    [
      [left, y, front],
      [right, y, front],
    ],
    [
      [left, y, back],
      [left, y, front],
    ],
    [
      [right, y, back],
      [right, y, front],
    ],
  ];
}
