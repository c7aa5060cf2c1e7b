// The picture of the table in 3D. It draws only when something has changed: an idle table costs nothing.

import { useThree, type RootState } from "@react-three/fiber";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { NoToneMapping, PCFShadowMap, VSMShadowMap } from "three";
import { holderColour, stickColour } from "../../model/scenery";
import type { Graphics } from "../graphics";
import type { BoardProps } from "../props";
import { Beside } from "./Beside";
import { Blocks } from "./Blocks";
import { BoardTop, Table } from "./Boards";
import { bestShape, Camera, FOV } from "./Camera";
import { useHandle } from "./handle";
import { layOut } from "./layout";
import { Footprint } from "./Footprint";
import { Light } from "./Light";
import { Orbit } from "./orbit";
import { Cursor, Glowing, Suggested } from "./Pointed";
import { usePointing, useUnder, type PointingProps } from "./pointing";
import { Sharpness, softPixels } from "./sharpness";
import { Snow } from "./Snow";
import { Stage } from "./Stage";
import styles from "./Scene.module.css";

/** How sharp textures stay at a flat angle; less where the processor has to draw, least for the wide table. */
const FINE = { table: 8, others: 8 };
const COARSE = { table: 1, others: 4 };

export function Scene({ graphics, ...props }: BoardProps & { graphics: Graphics }) {
  const { scenery, view, hands } = props;
  const { edition } = scenery;
  // Where nothing is peeled off, what a challenge builds above the last level (CHA-9) is there too.
  const peel = props.peel < edition.levels ? props.peel : Number.POSITIVE_INFINITY;
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
  const soft = graphics.drawing() === "software";
  const smooth = smoothEdges(soft);
  const settings = useMemo(
    () => ({
      frameloop: "demand" as const,
      dpr: (soft ? softPixels() : [1, 2]) as number | [number, number],
      // Soft shadows cost the processor a tenth of the first frame.
      shadows: { type: smooth ? VSMShadowMap : PCFShadowMap },
      camera: { fov: FOV, near: 4, far: 300 },
      gl: {
        antialias: smooth,
        alpha: true,
        toneMapping: NoToneMapping,
        powerPreference: "high-performance" as const,
      },
      onCreated: ({ gl }: RootState) => {
        // Asking whether a shader is well makes the page wait until it is compiled. A shared renderer does not.
        if ("debug" in gl) gl.debug.checkShaderErrors = false;
      },
    }),
    [soft, smooth],
  );

  return (
    <div className={styles.scene} data-board="scene" data-hands={hands} ref={frame}>
      {layout && (
        <Stage {...size} graphics={graphics} settings={settings}>
          <Sharpness value={soft ? COARSE : FINE}>
            <Pictured {...props} peel={peel} layout={layout} orbit={orbit} still={still} soft={soft} frame={frame} />
          </Sharpness>
          <Camera edition={edition} layout={layout} orbit={orbit} view={view} still={still} soft={soft} />
        </Stage>
      )}
    </div>
  );
}

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

function Pictured(props: PointingProps & { soft: boolean }) {
  const { scenery, siteName, ghost, lit, suggested, glowing, dimmed, peel, cursor, motion, layout, still, soft } =
    props;
  const { edition, mode, sticks, snow, built } = scenery;
  const gl = useThree((state) => state.gl);
  const invalidate = useThree((state) => state.invalidate);
  const onChanged = useCallback(() => {
    gl.shadowMap.autoUpdate = false;
    gl.shadowMap.needsUpdate = true;
    invalidate();
  }, [gl, invalidate]);
  const under = useUnder(props);
  usePointing(props, under);
  useHandle(props, under.column);
  const solo = mode === "solo" ? edition.told.solo : null;
  return (
    <>
      <Light layout={layout} soft={soft} onChanged={onChanged} />
      <Table layout={layout} />
      {layout.spots.map((spot) => {
        const stick = sticks[spot.site] ?? null;
        return (
          <group key={spot.site}>
            <BoardTop edition={edition} spot={spot} name={siteName(spot.site)} />
            <Beside
              spot={spot}
              number={edition.sites.indexOf(spot.site)}
              marks={stick ? edition.marks(stick) : null}
              stick={stick && stickColour(scenery, spot.site)}
              disk={solo ? solo.disk : stick ? edition.disk(stick) : 0}
              diskColour={solo ? null : stick}
              counted={snow}
              holder={holderColour(scenery, spot.site)}
              onChanged={onChanged}
            />
          </group>
        );
      })}
      <Blocks {...{ edition, layout, built, ghost, lit, peel, snow, still, motion, onChanged }} />
      <Glowing {...{ layout, built, snow, peel, glowing, dimmed }} />
      <Footprint {...{ layout, built, snow, peel, ghost }} />
      <Cursor {...{ layout, built, snow, peel, cursor }} />
      <Suggested {...{ layout, suggested }} />
      <Snow {...{ edition, layout, built, snow, still, motion, onChanged }} />
    </>
  );
}
