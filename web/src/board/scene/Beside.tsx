// What stands beside a site: its tally stick, its disk and its standee.

import { useFrame, useThree } from "@react-three/fiber";
import { useLayoutEffect, useMemo, useRef, type RefObject } from "react";
import {
  BoxGeometry,
  BufferGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  type Group,
  LatheGeometry,
  SphereGeometry,
  Vector2,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { useDisposed } from "./disposed";
import { beside, STONE, type Spot } from "./layout";
import { paintOf } from "../icons/paints";
import { useSharpness } from "./sharpness";
import { diskFace, STICK, stickSide } from "./surfaces";

const LIME = "#c8a271";
const DARK = "#4a3220";

interface BesideProps {
  spot: Spot;
  /** Its place in the edition: each site has a figure of its own. */
  number: number;
  marks: readonly number[] | null;
  stick: string | null;
  disk: number;
  diskColour: string | null;
  /** Levels already counted. */
  counted: number;
  /** The colour of whoever completed the site. */
  holder: string | null;
  /** Whether its stick is turned without being seen to turn. */
  still: boolean;
  onChanged: () => void;
}

export function Beside(props: BesideProps) {
  const { spot, number, marks, stick, disk, diskColour, counted, holder, still, onChanged } = props;
  const { x, ...z } = beside(spot);
  const figure = useMemo(() => standee(number, holder), [number, holder]);
  useLayoutEffect(() => {
    onChanged();
    return () => figure.dispose();
  }, [figure, onChanged]);
  return (
    <>
      {marks && stick && <Stick x={x} z={z.stick} marks={marks} colour={stick} {...{ counted, still }} />}
      <Disk x={x} z={z.disk} value={disk} colour={diskColour} />
      <mesh geometry={figure} position={[x, 0, z.standee]} castShadow receiveShadow>
        <meshLambertMaterial vertexColors />
      </mesh>
    </>
  );
}

interface StickProps {
  x: number;
  z: number;
  marks: readonly number[];
  colour: string;
  counted: number;
  still: boolean;
}

/** How long a stick takes to turn, in seconds. */
const TURNS = 0.8;

/** A stick is turned once about itself when its level has been counted. */
function useTurned(counted: number, still: boolean): RefObject<Group | null> {
  const group = useRef<Group>(null);
  const before = useRef(counted);
  const left = useRef(0);
  const invalidate = useThree((state) => state.invalidate);
  useLayoutEffect(() => {
    if (counted > before.current && !still) left.current = TURNS;
    before.current = counted;
    invalidate();
  }, [counted, still, invalidate]);
  useFrame((_, seconds) => {
    if (left.current <= 0 || !group.current) return;
    left.current = Math.max(0, left.current - Math.min(seconds, 0.25));
    const part = left.current / TURNS;
    group.current.rotation.y = 2 * Math.PI * part * part;
    group.current.position.y = 0.9 * Math.sin(Math.PI * part);
    invalidate();
  });
  return group;
}

function Stick({ x, z, marks, colour, counted, still }: StickProps) {
  const group = useTurned(counted, still);
  const { others } = useSharpness();
  const map = useMemo(() => stickSide(marks, colour, counted, others), [marks, colour, counted, others]);
  const [geometry, collars] = useMemo(() => {
    const tall = marks.length + STICK.cap;
    const rod = new BoxGeometry(STICK.wide, tall, STICK.wide);
    const uv = rod.getAttribute("uv");
    // The upper end shows the coloured top alone, not the whole side.
    for (let i = 8; i < 16; i++) uv.setXY(i, uv.getX(i) * 0.9 + 0.05, 0.835 + uv.getY(i) * 0.16);
    rod.translate(0, STONE + tall / 2, 0);
    const foot = painted(new BoxGeometry(1.05, STONE, 1.05).translate(0, STONE / 2, 0), DARK);
    const rings = [foot];
    const wide = STICK.wide + 0.12;
    if (counted < marks.length)
      for (const level of [counted, counted + 1])
        rings.push(painted(new BoxGeometry(wide, 0.09, wide).translate(0, STONE + level, 0), "#d9951c"));
    const merged = mergeGeometries(rings);
    rings.forEach((ring) => ring.dispose());
    return [rod, merged];
  }, [marks, counted]);
  useDisposed(geometry, collars);
  useDisposed(map);
  return (
    <group position={[x, 0, z]}>
      <group ref={group}>
        <mesh geometry={geometry} castShadow receiveShadow>
          <meshLambertMaterial map={map} />
        </mesh>
      </group>
      <mesh geometry={collars} castShadow receiveShadow>
        <meshLambertMaterial vertexColors />
      </mesh>
    </group>
  );
}

function Disk({ x, z, value, colour }: { x: number; z: number; value: number; colour: string | null }) {
  const { others } = useSharpness();
  const map = useMemo(() => diskFace(value, colour, others), [value, colour, others]);
  const geometry = useMemo(() => {
    const made = new CylinderGeometry(0.68, 0.72, 0.2, 40);
    const [normal, uv] = [made.getAttribute("normal"), made.getAttribute("uv")];
    // The side shows the coloured rim of the face.
    for (let i = 0; i < normal.count; i++) if (normal.getY(i) < 0.9) uv.setXY(i, 0.5, 0.06);
    return made.rotateY(Math.PI / 2).translate(0, 0.1, 0);
  }, []);
  useDisposed(map);
  return (
    <mesh geometry={geometry} position={[x, 0, z]} castShadow receiveShadow>
      <meshLambertMaterial map={map} />
    </mesh>
  );
}

function painted(geometry: BufferGeometry, paint: string): BufferGeometry {
  const plain = geometry.index ? geometry.toNonIndexed() : geometry;
  if (plain !== geometry) geometry.dispose();
  const { r, g, b } = new Color(paint);
  const tints = Array.from({ length: plain.getAttribute("position").count }, () => [r, g, b]).flat();
  plain.setAttribute("color", new Float32BufferAttribute(tints, 3));
  return plain;
}

const BODY: [number, number][] = [
  [0, 0.16],
  [0.4, 0.16],
  [0.36, 0.3],
  [0.25, 0.85],
  [0.3, 1.12],
  [0.27, 1.25],
  [0.12, 1.34],
  [0, 1.34],
];

const turned = (profile: [number, number][]): BufferGeometry =>
  new LatheGeometry(
    profile.map(([wide, high]) => new Vector2(wide, high)),
    20,
  );

/** A figure of lime wood: a priest with a broad hat, a colonist with a cap, a soldier with a tricorne and a musket. */
function standee(number: number, holder: string | null): BufferGeometry {
  const coat = holder ? paintOf(holder).wood : LIME;
  const base = holder ? coat : "#a98353";
  const face = "#e3c49b";
  const hat = holder ? "#2f2118" : "#9c7647";
  const parts = [
    painted(new CylinderGeometry(0.56, 0.6, 0.16, 28).translate(0, 0.08, 0), base),
    painted(turned(BODY), coat),
    painted(new SphereGeometry(0.23, 18, 12).translate(0, 1.5, 0), face),
    painted(
      turned([
        [0.34, 0.5],
        [0.37, 0.56],
        [0.33, 0.64],
      ]),
      holder ? paintOf(holder).ink : DARK,
    ),
  ];
  if (number === 0) {
    parts.push(
      painted(new CylinderGeometry(0.42, 0.42, 0.05, 24).translate(0, 1.64, 0), hat),
      painted(new SphereGeometry(0.21, 18, 8, 0, 7, 0, Math.PI / 2).translate(0, 1.65, 0), hat),
      painted(new BoxGeometry(0.05, 0.3, 0.04).translate(0, 0.95, 0.28), face),
      painted(new BoxGeometry(0.18, 0.05, 0.04).translate(0, 1.01, 0.28), face),
    );
  } else if (number === 1) {
    parts.push(
      painted(
        turned([
          [0.26, 1.54],
          [0.28, 1.6],
          [0.24, 1.66],
        ]),
        face,
      ),
      painted(new ConeGeometry(0.25, 0.46, 18).rotateZ(-0.22).translate(0.05, 1.82, 0), holder ? "#a3291f" : hat),
      painted(new SphereGeometry(0.075, 10, 8).translate(0.11, 2.06, 0), face),
    );
  } else {
    parts.push(
      painted(new CylinderGeometry(0.46, 0.3, 0.15, 3).translate(0, 1.68, 0), hat),
      painted(new SphereGeometry(0.2, 16, 8, 0, 7, 0, Math.PI / 2).translate(0, 1.68, 0), hat),
      painted(new CylinderGeometry(0.035, 0.045, 1.7, 8).translate(0.4, 1, 0.05), DARK),
    );
  }
  const merged = mergeGeometries(parts);
  parts.forEach((part) => part.dispose());
  return merged;
}
