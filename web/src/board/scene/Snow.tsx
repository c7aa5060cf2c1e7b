// Snow that lies, and snow that falls for a few seconds when a level has just been covered.

import { useFrame, useThree } from "@react-three/fiber";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { BufferGeometry, CanvasTexture, Float32BufferAttribute, type Group, type Points } from "three";
import type { Building } from "../../model/building";
import type { Edition } from "../../model/edition";
import type { BoardProps } from "../props";
import { drift } from "./drift";
import type { Layout, Spot } from "./layout";
import { chance } from "./surfaces";

interface SnowProps {
  edition: Edition;
  layout: Layout;
  built: Record<string, Building>;
  snow: number;
  counting: BoardProps["counting"];
  still: boolean;
  motion: BoardProps["motion"];
  onChanged: () => void;
}

/** How long it snows, in seconds. */
const FALLS = 4.5;

export function Snow({ edition, layout, built, snow, counting, still, motion, onChanged }: SnowProps) {
  const before = useRef(snow);
  const [falling, setFalling] = useState(0);
  useEffect(() => {
    if (motion === "jump") setFalling(0);
    else if (snow > before.current && !still) setFalling((times) => times + 1);
    // What is laid bare to be looked at again has fallen already.
    if (!counting || snow > before.current) before.current = snow;
  }, [snow, counting, still, motion]);
  return (
    <>
      {snow > 0 && <Lying {...{ edition, layout, built, snow, onChanged }} rising={falling} />}
      {falling > 0 && <Falling key={falling} layout={layout} onEnd={() => setFalling(0)} />}
    </>
  );
}

function Lying({
  edition,
  layout,
  built,
  snow,
  onChanged,
  rising,
}: Omit<SnowProps, "counting" | "still" | "motion"> & { rising: number }) {
  const invalidate = useThree((state) => state.invalidate);
  const group = useRef<Group>(null);
  const part = useRef(1);
  useLayoutEffect(() => {
    part.current = rising ? 0 : 1;
    if (!rising) group.current!.position.y = 0;
    invalidate();
  }, [rising, invalidate]);
  useFrame((_, seconds) => {
    // The blanket comes up out of the board while it snows.
    if (part.current >= 1 || !group.current) return;
    part.current = Math.min(1, part.current + Math.min(seconds, 0.25) / (FALLS * 0.8));
    const eased = 1 - (1 - part.current) ** 2;
    group.current.position.y = (eased - 1) * (snow === 1 ? 0.9 : 0.5);
    if (part.current < 1) invalidate();
    else onChanged();
  });
  return (
    <group ref={group}>
      {layout.spots.map((spot) => {
        const building = built[spot.site];
        return building && <Drift key={spot.site} {...{ edition, spot, building, snow, onChanged }} />;
      })}
    </group>
  );
}

interface DriftProps extends Pick<SnowProps, "edition" | "snow" | "onChanged"> {
  spot: Spot;
  building: Building;
}

/** The snow of one site: it is shaped anew only where something was built. */
function Drift({ edition, spot, building, snow, onChanged }: DriftProps) {
  const geometry = useMemo(() => drift(edition, spot, building, snow), [edition, spot, building, snow]);
  useLayoutEffect(() => {
    onChanged();
    return () => geometry.dispose();
  }, [geometry, onChanged]);
  return (
    <mesh geometry={geometry} receiveShadow>
      <meshLambertMaterial vertexColors />
    </mesh>
  );
}

const FLAKES = 900;
const SKY = 15;

function flake(): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 32;
  const context = canvas.getContext("2d")!;
  const soft = context.createRadialGradient(16, 16, 1, 16, 16, 15);
  soft.addColorStop(0, "rgb(255 255 255 / 1)");
  soft.addColorStop(0.45, "rgb(255 255 255 / .85)");
  soft.addColorStop(1, "rgb(255 255 255 / 0)");
  context.fillStyle = soft;
  context.fillRect(0, 0, 32, 32);
  return new CanvasTexture(canvas);
}

function Falling({ layout, onEnd }: { layout: Layout; onEnd: () => void }) {
  const invalidate = useThree((state) => state.invalidate);
  const points = useRef<Points<BufferGeometry>>(null);
  const time = useRef(0);
  const [geometry, map, flakes] = useMemo(() => {
    const random = chance(Math.round(performance.now()));
    const flakes = Array.from({ length: FLAKES }, () => ({
      x: layout.left - 2 + random() * (layout.right - layout.left + 4),
      z: layout.back - 2 + random() * (layout.front - layout.back + 4),
      // They come in over the first seconds, so that it begins and ends gently.
      y: SKY * (0.7 + random() * 1.6),
      speed: 5 + random() * 3,
      sway: random() * 6.3,
    }));
    const made = new BufferGeometry();
    made.setAttribute("position", new Float32BufferAttribute(new Float32Array(FLAKES * 3), 3));
    return [made, flake(), flakes] as const;
  }, [layout]);
  useEffect(
    () => () => {
      geometry.dispose();
      map.dispose();
    },
    [geometry, map],
  );
  useFrame((_, seconds) => {
    time.current += Math.min(seconds, 0.25);
    const place = geometry.getAttribute("position");
    flakes.forEach((it, number) => {
      const y = it.y - it.speed * time.current;
      place.setXYZ(
        number,
        it.x + 0.5 * Math.sin(it.sway + time.current * 1.6),
        y > 0 ? y : -50, // what has landed is out of sight
        it.z + 0.4 * Math.cos(it.sway + time.current * 1.3),
      );
    });
    place.needsUpdate = true;
    if (time.current < FALLS) invalidate();
    else onEnd();
  });
  useLayoutEffect(() => invalidate(), [invalidate]);
  return (
    <points ref={points} geometry={geometry} frustumCulled={false} renderOrder={9}>
      <pointsMaterial map={map} size={0.26} transparent depthWrite={false} opacity={0.95} />
    </points>
  );
}
