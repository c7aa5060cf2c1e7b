// The table, and on it a board for each site with its foundation of stones.

import { useLayoutEffect, useMemo } from "react";
import {
  BoxGeometry,
  BufferGeometry,
  Color,
  ExtrudeGeometry,
  Float32BufferAttribute,
  MeshLambertMaterial,
  PlaneGeometry,
  Shape,
  Vector4,
  type Texture,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { Edition } from "../../model/edition";
import { useDisposed } from "./disposed";
import { BOARD, STONE, TABLE_RIM, type Layout, type Spot } from "./layout";
import { useSharpness } from "./sharpness";
import { boardTop, chance, floor, tableExtent, tableLight, tableTop } from "./surfaces";

/** A slab with rounded corners and a bevel, its top at a height; texture coordinates as wanted. */
function slab(
  [left, right, back, front]: [number, number, number, number],
  top: number,
  thick: number,
  round: number,
  uv: (x: number, z: number) => [number, number],
): BufferGeometry {
  const bevel = Math.min(0.12, thick / 3);
  const [l, r, b, f] = [left + bevel, right - bevel, -front + bevel, -back - bevel];
  const outline = new Shape()
    .moveTo(l + round, b)
    .lineTo(r - round, b)
    .quadraticCurveTo(r, b, r, b + round)
    .lineTo(r, f - round)
    .quadraticCurveTo(r, f, r - round, f)
    .lineTo(l + round, f)
    .quadraticCurveTo(l, f, l, f - round)
    .lineTo(l, b + round)
    .quadraticCurveTo(l, b, l + round, b);
  const geometry = new ExtrudeGeometry(outline, {
    depth: thick - 2 * bevel,
    bevelSize: bevel,
    bevelThickness: bevel,
    bevelSegments: 2,
    curveSegments: 5,
  });
  geometry.rotateX(-Math.PI / 2);
  geometry.translate(0, top - thick + bevel, 0);
  const place = geometry.getAttribute("position");
  const uvs: number[] = [];
  for (let i = 0; i < place.count; i++) uvs.push(...uv(place.getX(i), place.getZ(i) + (place.getY(i) - top) * 0.7));
  geometry.setAttribute("uv", new Float32BufferAttribute(uvs, 2));
  return geometry;
}

/** The wood of the table under the light of the room, which is painted once: it costs a look into a small texture. */
function lightedWood(map: Texture, layout: Layout): MeshLambertMaterial {
  const material = new MeshLambertMaterial({ map });
  const light = tableLight(layout);
  const [left, back, wide, deep] = tableExtent(layout);
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, { light: { value: light }, extent: { value: new Vector4(left, back, wide, deep) } });
    shader.vertexShader = `uniform vec4 extent; varying vec2 vRoom;\n${shader.vertexShader.replace(
      "#include <begin_vertex>",
      "#include <begin_vertex>\nvRoom = (position.xz - extent.xy) / extent.zw;",
    )}`;
    shader.fragmentShader = `uniform sampler2D light; varying vec2 vRoom;\n${shader.fragmentShader.replace(
      "#include <map_fragment>",
      "#include <map_fragment>\ndiffuseColor.rgb *= 2.0 * texture2D(light, vRoom).rgb;",
    )}`;
  };
  material.addEventListener("dispose", () => light.dispose());
  return material;
}

/** The floor of the room: far below, soft, and seen only beside the table. */
export function Floor() {
  const map = useMemo(() => floor(), []);
  const geometry = useMemo(() => new PlaneGeometry(150, 150).rotateX(-Math.PI / 2), []);
  useDisposed(map);
  useDisposed(geometry);
  return (
    <mesh geometry={geometry} position={[0, -14, 0]} renderOrder={-1}>
      <meshBasicMaterial map={map} transparent depthWrite={false} toneMapped={false} />
    </mesh>
  );
}

export function Table({ layout }: { layout: Layout }) {
  const { table } = useSharpness();
  const map = useMemo(() => tableTop(table), [table]);
  const material = useMemo(() => lightedWood(map, layout), [map, layout]);
  useLayoutEffect(() => () => material.dispose(), [material]);
  const geometry = useMemo(() => {
    const { left, right, back, front } = layout;
    const rim = TABLE_RIM;
    const edges: [number, number, number, number] = [left - rim, right + rim, back - rim, front + rim];
    return slab(edges, -BOARD, 1.1, 1.4, (x, z) => [x / 16, z / 16]);
  }, [layout]);
  useDisposed(geometry);
  useDisposed(map);
  return <mesh geometry={geometry} material={material} receiveShadow />;
}

/** The stones of a foundation, each a little different, in one geometry; joints are bridged by a small stone. */
function stones(edition: Edition, spot: Spot): BufferGeometry {
  const random = chance(17 + edition.sites.indexOf(spot.site));
  const parts: BufferGeometry[] = [];
  const colour = new Color();
  const add = (geometry: BufferGeometry, shade: number): void => {
    const normal = geometry.getAttribute("normal");
    const tints: number[] = [];
    for (let i = 0; i < normal.count; i++) {
      colour.setHSL(0.085 + shade * 0.03, 0.1 + shade * 0.06, normal.getY(i) > 0.5 ? 0.53 + shade * 0.09 : 0.33);
      tints.push(colour.r, colour.g, colour.b);
    }
    geometry.setAttribute("color", new Float32BufferAttribute(tints, 3));
    parts.push(geometry);
  };
  for (const [x, y] of edition.columns(spot.site)) {
    // Four flagstones of uneven size to a column, within a frame that shows the column's square.
    const [cutX, cutY] = [0.4 + random() * 0.2, 0.4 + random() * 0.2];
    const gap = 0.035;
    const side = 0.45;
    const spans = (cut: number): [number, number][] => [
      [-side, -side + 2 * side * cut - gap / 2],
      [-side + 2 * side * cut + gap / 2, side],
    ];
    for (const [x0, x1] of spans(cutX))
      for (const [z0, z1] of spans(cutY)) {
        const high = STONE - 0.015 * random();
        const stone = new BoxGeometry(x1 - x0, high, z1 - z0);
        // The top is drawn in a little, so that each stone has an edge that catches the light.
        const place = stone.getAttribute("position");
        for (let i = 0; i < place.count; i++)
          if (place.getY(i) > 0) place.setXYZ(i, place.getX(i) * 0.93, place.getY(i), place.getZ(i) * 0.93);
        stone.translate(spot.x + x + (x0 + x1) / 2, high / 2, spot.z + y + (z0 + z1) / 2);
        add(stone, random());
      }
  }
  for (const [one, other] of edition.site(spot.site).joints) {
    const bridge = new BoxGeometry(0.62, STONE * 0.7, 0.2);
    const [dx, dz] = [other[0] - one[0], other[1] - one[1]];
    bridge.rotateY(Math.atan2(-dz, dx));
    bridge.translate(spot.x + (one[0] + other[0]) / 2, STONE * 0.42, spot.z + (one[1] + other[1]) / 2);
    add(bridge, 1.6);
  }
  const merged = mergeGeometries(parts);
  parts.forEach((part) => part.dispose());
  return merged;
}

interface BoardTopProps {
  edition: Edition;
  layout: Layout;
  spot: Spot;
  name: string;
  /** Whether snow lies: then no stone looks out of it. */
  snowed: boolean;
}

export function BoardTop({ edition, layout, spot, name, snowed }: BoardTopProps) {
  const { others } = useSharpness();
  const map = useMemo(() => boardTop(edition, layout, spot, name, others), [edition, layout, spot, name, others]);
  const geometry = useMemo(() => {
    const { left, right, back, front } = spot;
    const part = (at: number): number => Math.min(0.998, Math.max(0.002, at));
    return slab([left, right, back, front], 0, BOARD, 0.35, (x, z) => [
      part((x - left) / (right - left)),
      part((front - z) / (front - back)),
    ]);
  }, [spot]);
  const foundation = useMemo(() => stones(edition, spot), [edition, spot]);
  useDisposed(map);
  useDisposed(geometry, foundation);
  return (
    <>
      <mesh geometry={geometry} castShadow receiveShadow>
        <meshLambertMaterial map={map} />
      </mesh>
      <mesh geometry={foundation} position={[0, snowed ? -0.07 : 0, 0]} castShadow receiveShadow>
        <meshLambertMaterial vertexColors />
      </mesh>
    </>
  );
}
