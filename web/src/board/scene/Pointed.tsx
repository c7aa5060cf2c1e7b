// What stands out: columns where the chosen block can stand, the one the keyboard is at, places that are suggested.

import { useThree } from "@react-three/fiber";
import { useLayoutEffect, useMemo } from "react";
import { InstancedMesh, MeshBasicMaterial, Object3D, PlaneGeometry } from "three";
import type { Building, Lit } from "../../model/building";
import { Bars } from "./Bars";
import { FEW, setPlaces } from "./instances";
import { STONE, type Layout, type Spot } from "./layout";
import { edges, type Edge } from "./outlines";
import type { Column } from "../../model/walking";
import { useSharpness } from "./sharpness";
import { glowPatch } from "./surfaces";
import { useMesh } from "./useMesh";

export interface PointedProps {
  layout: Layout;
  built: Record<string, Building>;
  snow: number;
  peel: number;
}

/** How high the visible top of a column is: of its uppermost cube that is not peeled off, with the snow on it. */
export function topOf({ built, snow, peel }: PointedProps, spot: Spot, x: number, y: number): number {
  const building = built[spot.site];
  let level = building?.height(x, y) ?? 0;
  while (level > peel && level > 0) level--;
  while (level > 0 && !building?.at.has(`${x},${y},${level}`)) level--;
  return STONE + level + (snow > 0 && level <= snow ? 0.19 : 0.02);
}

interface GlowingProps extends PointedProps {
  glowing: Record<string, Set<string>>;
  dimmed: boolean;
}

export function Glowing({ glowing, dimmed, ...table }: GlowingProps) {
  const invalidate = useThree((state) => state.invalidate);
  const { others } = useSharpness();
  const mesh = useMesh(() => {
    const map = glowPatch(others);
    const material = new MeshBasicMaterial({ map, transparent: true, depthWrite: false, toneMapped: false });
    const made = new InstancedMesh(new PlaneGeometry(0.98, 0.98).rotateX(-Math.PI / 2), material, FEW);
    made.renderOrder = 1;
    return made;
  }, others);
  const { layout, built, snow, peel } = table;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table is its parts, which are named here
  useLayoutEffect(() => {
    const patch = new Object3D();
    const places = layout.spots.flatMap((spot) =>
      [...(glowing[spot.site] ?? [])].map((key) => {
        const [x, y] = key.split(",").map(Number) as [number, number];
        patch.position.set(spot.x + x, topOf(table, spot, x, y), spot.z + y);
        patch.updateMatrix();
        return patch.matrix.clone();
      }),
    );
    setPlaces(mesh, places);
    mesh.material.opacity = dimmed ? 0.5 : 1;
    invalidate();
  }, [mesh, layout, built, snow, peel, glowing, dimmed, invalidate]);
  return <primitive object={mesh} />;
}

/** A frame around the column's top, and an arrow that points down at it. */
export function Cursor({ cursor, ...table }: PointedProps & { cursor: Column | null }) {
  const { layout, built, snow, peel } = table;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table is its parts, which are named here
  const found = useMemo(() => {
    const spot = cursor && layout.spots.find((it) => it.site === cursor.site);
    if (!cursor || !spot) return null;
    const top = topOf(table, spot, cursor.x, cursor.y);
    const [cx, cz, half] = [spot.x + cursor.x, spot.z + cursor.y, 0.53];
    const square: Edge[] = [
      [
        [cx - half, top, cz - half],
        [cx + half, top, cz - half],
      ],
      [
        [cx - half, top, cz + half],
        [cx + half, top, cz + half],
      ],
      [
        [cx - half, top, cz - half],
        [cx - half, top, cz + half],
      ],
      [
        [cx + half, top, cz - half],
        [cx + half, top, cz + half],
      ],
    ];
    return { square, place: [cx, top, cz] as const };
  }, [cursor, layout, built, snow, peel]);
  if (!found) return null;
  const [x, y, z] = found.place;
  return (
    <>
      <Bars edges={found.square} colour="#1d3d54" thick={0.13} />
      <Bars edges={found.square.map(([from, to]) => [lifted(from), lifted(to)])} colour="#e9f6ff" thick={0.07} />
      <mesh position={[x, y + 1.75, z]} rotation={[Math.PI, 0, 0]} renderOrder={4}>
        <coneGeometry args={[0.26, 0.5, 4]} />
        <meshBasicMaterial color="#e9f6ff" toneMapped={false} />
      </mesh>
    </>
  );
}

const lifted = ([x, y, z]: Edge[0]): Edge[0] => [x, y + 0.05, z];

const NOWHERE: readonly Lit[] = [];

/** Where else a block might go, by its edges alone: what stands behind stays to be seen. */
export function Suggested({ layout, suggested = NOWHERE }: { layout: Layout; suggested: readonly Lit[] | undefined }) {
  const outline = useMemo(
    () =>
      suggested.flatMap(({ site, cells }) => {
        const spot = layout.spots.find((it) => it.site === site);
        return spot ? edges(spot, cells) : [];
      }),
    [layout, suggested],
  );
  return <Bars edges={outline} colour="#2f86c4" thick={0.07} />;
}
