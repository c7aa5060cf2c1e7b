// The picture of the table in 3D. It draws only when something has changed: an idle table costs nothing.

import { useFrame, useThree, type RootState } from "@react-three/fiber";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import {
  NoToneMapping,
  PCFShadowMap,
  PerspectiveCamera,
  Raycaster,
  Vector2,
  Vector3,
  VSMShadowMap,
  type DirectionalLight,
} from "three";
import { Beside } from "./Beside";
import { Blocks } from "./Blocks";
import { Board, Table } from "./Boards";
import { corners, layOut, SHAPES, STONE, type Layout, type Point } from "./layout";
import { bestPlace, Orbit } from "./orbit";
import { columnUnder } from "./pick";
import { Cursor, Glowing } from "./Pointed";
import type { Column } from "../../model/walking";
import { shownIn, type PictureProps } from "../props";
import { drawing } from "../webgl";
import { Snow } from "./Snow";
import { Stage } from "./Stage";
import { sharpness } from "./surfaces";
import "./scene.css";

declare global {
  interface Window {
    /** For tests and measurements. */
    nfScene?: {
      /** Where on the page the middle of a column's top is at a level, in CSS pixels; level 0 is the foundation. */
      project: (site: string, x: number, y: number, level: number) => { x: number; y: number };
      /** The column that somebody who points there points at. */
      under: Under;
      frames: number;
      ready: boolean;
    };
  }
}

/** A long lens: what stands at the back is nearly as large as what stands in front. */
const FOV = 20;
/** The side from which the table is seen first, for a wide and for a tall window. */
const HOME = { wide: { azimuth: 0.12, tilt: 0.74 }, tall: { azimuth: 0.1, tilt: 0.92 } };

export function Scene(props: PictureProps) {
  const { edition, view } = props;
  const still = useStill();
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = frame.current!;
    const measure = (): void => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const shown = size.width > 0 && size.height > 0;
  const aspect = shown ? size.width / size.height : null;
  const shape = useMemo(() => (aspect === null ? null : bestShape(edition, aspect)), [edition, aspect]);
  const layout = useMemo(() => (shape ? layOut(edition, shape) : null), [edition, shape]);
  const orbit = useMemo(() => new Orbit(), []);
  const [soft] = useState(() => {
    const found = drawing() === "software";
    if (found) Object.assign(sharpness, { table: 1, others: 4 });
    return found;
  });
  const smooth = smoothEdges(soft);
  const settings = useMemo(
    () => ({
      frameloop: "demand" as const,
      dpr: (soft ? 1 : [1, 2]) as number | [number, number],
      // Soft shadows cost the processor a tenth of the first frame.
      shadows: { type: smooth ? VSMShadowMap : PCFShadowMap },
      camera: { fov: FOV, near: 4, far: 300 },
      gl: {
        antialias: smooth,
        alpha: true,
        toneMapping: NoToneMapping,
        powerPreference: "high-performance" as const,
      },
      // Asking whether a shader is well makes the page wait until it is compiled.
      onCreated: ({ gl }: RootState) => void (gl.debug.checkShaderErrors = false),
    }),
    [soft, smooth],
  );

  return (
    <div className="scene" ref={frame}>
      {layout && (
        <Stage {...size} settings={settings}>
          <Pictured {...props} layout={layout} orbit={orbit} still={still} soft={soft} frame={frame} />
          <Camera edition={edition} layout={layout} orbit={orbit} view={view} still={still} soft={soft} />
        </Stage>
      )}
    </div>
  );
}

/** Which arrangement of the boards the window shows largest. */
function bestShape(edition: PictureProps["edition"], aspect: number): Layout["shape"] {
  const seen = SHAPES.map((shape) => {
    const points = everything(layOut(edition, shape), edition.levels);
    return { shape, far: bestPlace(home(aspect), points, FOV, aspect).distance };
  });
  return seen.reduce((best, other) => (other.far < best.far ? other : best)).shape;
}

const home = (aspect: number): { azimuth: number; tilt: number } => (aspect < 0.8 ? HOME.tall : HOME.wide);
const everything = (layout: Layout, levels: number): Point[] => layout.spots.flatMap((spot) => corners(spot, levels));

function useStill(): boolean {
  const query = useMemo(() => matchMedia("(prefers-reduced-motion: reduce)"), []);
  const [still, setStill] = useState(query.matches);
  useEffect(() => {
    const follow = (): void => setStill(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, [query]);
  return still;
}

/** `?noaa` and `?aa` overrule what the renderer suggests, for measurements and for screenshots. */
function smoothEdges(soft: boolean): boolean {
  const asked = new URLSearchParams(location.search);
  return asked.has("aa") || (!soft && !asked.has("noaa"));
}

interface CameraProps {
  edition: PictureProps["edition"];
  layout: Layout;
  orbit: Orbit;
  view: string;
  still: boolean;
  soft: boolean;
}

/** In a narrow window the words about the ghost would lie over the board in front: so much is left free for them. */
const COVERED = { below: 1.3, pixels: 36 };

/** How coarse pixels are while the camera moves, where the processor draws; and how soon they are fine again. */
const COARSE = { dpr: 0.6, seconds: 0.18 };

function Camera({ edition, layout, orbit, view, still, soft }: CameraProps) {
  const invalidate = useThree((state) => state.invalidate);
  const setDpr = useThree((state) => state.setDpr);
  const fine = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(fine.current), []);
  const { width, height } = useThree((state) => state.size);
  const aspect = width / Math.max(1, height);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the camera goes where it is asked to, not when the window changes
  useLayoutEffect(() => {
    const site = shownIn(view);
    const spot = layout.spots.find((it) => it.site === site);
    const { azimuth, tilt } = home(aspect);
    const points = spot ? corners(spot, edition.levels) : everything(layout, edition.levels);
    orbit.look(points, azimuth, tilt, still);
    invalidate();
  }, [view, layout, orbit]);
  useLayoutEffect(() => {
    orbit.shape(FOV, aspect, aspect < COVERED.below ? COVERED.pixels / height : 0);
    invalidate();
  }, [aspect, height, orbit, invalidate]);
  useFrame((state, seconds) => {
    const underWay = orbit.step(Math.min(seconds, 0.25), state.camera as PerspectiveCamera);
    if (underWay) state.invalidate();
    if (soft && orbit.moved()) {
      if (state.viewport.dpr !== COARSE.dpr) setDpr(COARSE.dpr);
      clearTimeout(fine.current);
      fine.current = setTimeout(() => setDpr(1), COARSE.seconds * 1000);
    }
  }, -1);
  return null;
}

interface PicturedProps extends PictureProps {
  layout: Layout;
  orbit: Orbit;
  still: boolean;
  soft: boolean;
  frame: React.RefObject<HTMLDivElement | null>;
}

function Pictured(props: PicturedProps) {
  const { edition, snapshot, built, ghost, lit, glowing, dimmed, peel, cursor, layout, still, soft } = props;
  const gl = useThree((state) => state.gl);
  const invalidate = useThree((state) => state.invalidate);
  const onChanged = useCallback(() => {
    gl.shadowMap.autoUpdate = false;
    gl.shadowMap.needsUpdate = true;
    invalidate();
  }, [gl, invalidate]);
  const under = useUnder(props);
  useHand(props, under);
  useTold(props, under);
  const { position, game } = snapshot;
  const snow = position?.snow ?? 0;
  const solo = game?.mode === "solo" ? edition.told.solo : null;
  return (
    <>
      <Light layout={layout} soft={soft} onChanged={onChanged} />
      <Table layout={layout} />
      {layout.spots.map((spot) => {
        const stick = game?.sticks[spot.site] ?? null;
        const holder = position?.standees[spot.site] ?? null;
        const own = edition.site(spot.site).solo_colour;
        const colour = solo && holder ? (holder === "winter" ? solo.winter : own) : holder;
        return (
          <group key={spot.site}>
            <Board edition={edition} spot={spot} />
            <Beside
              spot={spot}
              number={edition.sites.indexOf(spot.site)}
              marks={stick ? edition.marks(stick) : null}
              stick={stick}
              disk={solo ? solo.disk : stick ? edition.disk(stick) : 0}
              diskColour={solo ? null : stick}
              counted={snow}
              holder={colour}
              onChanged={onChanged}
            />
          </group>
        );
      })}
      <Blocks {...{ edition, layout, built, ghost, lit, peel, snow, still, onChanged }} />
      <Glowing {...{ layout, built, snow, peel, glowing, dimmed }} />
      <Cursor {...{ layout, built, snow, peel, cursor }} />
      <Snow {...{ edition, layout, built, snow, still, onChanged }} />
    </>
  );
}

/** A low winter sun through a window on the left, and the cool light of the sky. Shadows are drawn when asked only. */
function Light({ layout, soft, onChanged }: { layout: Layout; soft: boolean; onChanged: () => void }) {
  const sun = useRef<DirectionalLight>(null);
  const wide = Math.hypot(layout.right - layout.left, layout.front - layout.back) / 2 + 1;
  useLayoutEffect(() => {
    const camera = sun.current!.shadow.camera;
    Object.assign(camera, { left: -wide, right: wide, top: wide * 0.8, bottom: -wide * 0.8, near: 10, far: 110 });
    camera.updateProjectionMatrix();
    onChanged();
  }, [wide, onChanged]);
  const size = soft ? 1024 : 2048;
  return (
    <>
      <hemisphereLight args={["#bcd4f4", "#a5805c", 1.5]} />
      <directionalLight
        ref={sun}
        position={[-29, 40, 21]}
        color="#ffe3ba"
        intensity={2.55}
        castShadow
        shadow-mapSize={[size, size]}
        shadow-radius={soft ? 2 : 3.2}
        shadow-blurSamples={soft ? 5 : 10}
        shadow-bias={-0.0006}
        shadow-intensity={0.82}
      />
    </>
  );
}

type Under = (clientX: number, clientY: number) => Column | null;

/** The column at a place of the page, as the scene is now. */
function useUnder(props: PicturedProps): Under {
  const camera = useThree((state) => state.camera);
  const latest = useRef(props);
  latest.current = props;
  return useMemo(() => {
    const raycaster = new Raycaster();
    return (clientX, clientY) => {
      const { frame, layout, edition, built, peel } = latest.current;
      const box = frame.current!.getBoundingClientRect();
      const at = new Vector2(((clientX - box.left) / box.width) * 2 - 1, 1 - ((clientY - box.top) / box.height) * 2);
      raycaster.setFromCamera(at, camera);
      const { origin, direction } = raycaster.ray;
      return columnUnder({ from: origin.toArray(), along: direction.toArray() }, layout, edition, built, peel);
    };
  }, [camera]);
}

/** Mouse, fingers and wheel: turning, zooming, pointing at columns and choosing them. */
function useHand(props: PicturedProps, under: Under): void {
  const invalidate = useThree((state) => state.invalidate);
  const latest = useRef(props);
  latest.current = props;
  const { frame, orbit } = props;
  useEffect(() => {
    const element = frame.current!;
    const fingers = new Map<number, { x: number; y: number }>();
    let pressed: { x: number; y: number; dragged: boolean } | null = null;
    let pointed = "";

    const point = (column: Column | null): void => {
      const key = column ? `${column.site} ${column.x},${column.y}` : "";
      if (key === pointed) return;
      pointed = key;
      element.classList.toggle("scene-over", column !== null);
      latest.current.onPoint(column);
    };
    const spread = (): number => {
      const [one, other] = [...fingers.values()];
      return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
    };

    const down = (event: PointerEvent): void => {
      element.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (fingers.size === 1) pressed = { x: event.clientX, y: event.clientY, dragged: false };
      else if (pressed) pressed.dragged = true;
    };
    const move = (event: PointerEvent): void => {
      const before = fingers.get(event.pointerId);
      if (!before) {
        point(under(event.clientX, event.clientY));
        return;
      }
      const spreadBefore = spread();
      const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (fingers.size > 1) {
        const now = spread();
        if (now > 0 && spreadBefore > 0) orbit.zoom(spreadBefore / now, true);
        invalidate();
        return;
      }
      if (!pressed) return;
      // A hand is never quite still: up to a few pixels are a tap.
      const slack = event.pointerType === "mouse" ? 4 : 9;
      if (!pressed.dragged && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < slack) {
        fingers.set(event.pointerId, before);
        return;
      }
      pressed.dragged = true;
      element.classList.add("scene-turning");
      orbit.turn(-dx * 0.0065, dy * 0.005);
      invalidate();
    };
    const up = (event: PointerEvent): void => {
      if (!fingers.delete(event.pointerId)) return;
      if (fingers.size) return;
      element.classList.remove("scene-turning");
      const tapped = pressed && !pressed.dragged && event.type === "pointerup" && event.button === 0;
      pressed = null;
      if (!tapped) return;
      const column = under(event.clientX, event.clientY);
      // A finger points and chooses at once: what it touched is told as pointed at first.
      point(column);
      if (column) latest.current.onChoose(column);
    };
    const leave = (event: PointerEvent): void => {
      if (event.pointerType === "mouse") point(null);
    };
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      if (event.deltaY === 0) return;
      if (latest.current.ghost && !event.ctrlKey) latest.current.onTurnWheel(event.deltaY > 0 ? 1 : -1);
      else {
        orbit.zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY / 240)) * 0.4), latest.current.still);
        invalidate();
      }
    };
    const noMenu = (event: Event): void => event.preventDefault();

    element.addEventListener("pointerdown", down);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", up);
    element.addEventListener("pointerleave", leave);
    element.addEventListener("wheel", wheel, { passive: false });
    element.addEventListener("contextmenu", noMenu);
    return () => {
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", up);
      element.removeEventListener("pointerleave", leave);
      element.removeEventListener("wheel", wheel);
      element.removeEventListener("contextmenu", noMenu);
    };
  }, [frame, orbit, under, invalidate]);
}

/** Tell tests where things are and how often was drawn. */
function useTold({ layout, orbit, frame }: PicturedProps, under: Under): void {
  const camera = useThree((state) => state.camera);
  const told = useRef<Window["nfScene"]>(undefined);
  useEffect(() => {
    const project = (site: string, x: number, y: number, level: number): { x: number; y: number } => {
      const spot = layout.spots.find((it) => it.site === site)!;
      const at = new Vector3(spot.x + x, STONE + level, spot.z + y).project(camera);
      const box = frame.current!.getBoundingClientRect();
      return { x: box.left + ((at.x + 1) / 2) * box.width, y: box.top + ((1 - at.y) / 2) * box.height };
    };
    told.current = { frames: told.current?.frames ?? 0, ready: false, project, under };
    window.nfScene = told.current;
    return () => {
      delete window.nfScene;
    };
  }, [layout, camera, frame, orbit, under]);
  useFrame(() => {
    if (!told.current) return;
    told.current.frames++;
    told.current.ready = true;
  });
}
