// The picture of the table in 3D. It draws only when something has changed: an idle table costs nothing.

import { useThree, type RootState } from "@react-three/fiber";
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from "react";
import { PCFShadowMap, VSMShadowMap } from "three";
import { holderColour, stickColour } from "../../model/scenery";
import type { Graphics } from "../graphics";
import type { BoardProps } from "../props";
import { useStill } from "../still";
import { Badges, usePlacedBadges } from "./Badges";
import { Beside } from "./Beside";
import { Blocks } from "./Blocks";
import { BoardTop, Floor, Table } from "./Boards";
import { bestShape, Camera, FOV } from "./Camera";
import { film } from "./film";
import { useHandle } from "./handle";
import { layOut } from "./layout";
import { Footprint } from "./Footprint";
import { Light } from "./Light";
import { Orbit } from "./orbit";
import { Cursor, Glowing, Suggested } from "./Pointed";
import { Pace } from "./pace";
import { usePointing, useUnder, type PointingProps } from "./pointing";
import { Sharpness, softPixels } from "./sharpness";
import { Snow } from "./Snow";
import { Stage } from "./Stage";
import styles from "./Scene.module.css";

/** How sharp textures stay at a flat angle; less where the processor has to draw, least for the wide table. */
const FINE = { table: 8, others: 8 };
const COARSE = { table: 1, others: 4, moving: 0.6 };

export function Scene({ graphics, ...props }: BoardProps & { graphics: Graphics }) {
  const { scenery, view, hands, quality = "auto" } = props;
  const { edition } = scenery;
  // Where nothing is peeled off, what a challenge builds above the last level (CHA-9) is there too.
  const peel = props.peel < edition.levels ? props.peel : Number.POSITIVE_INFINITY;
  const still = useStill();
  const frame = useRef<HTMLDivElement>(null);
  const badges = useRef<HTMLDivElement>(null);
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
  const soft = graphics.drawing() === "software" ? quality !== "fine" : quality === "plain";
  const smooth = smoothEdges(soft);
  const pace = useMemo(() => {
    const best = soft ? softPixels() : Math.min(2, Math.max(1, window.devicePixelRatio));
    return new Pace(soft ? COARSE.moving : best, best);
  }, [soft]);
  const settings = useMemo(
    () => ({
      frameloop: "demand" as const,
      dpr: pace.best,
      // Soft shadows cost the processor a tenth of the first frame.
      shadows: { type: smooth ? VSMShadowMap : PCFShadowMap },
      camera: { fov: FOV, near: 4, far: 300 },
      gl: {
        antialias: smooth,
        alpha: true,
        toneMapping: film(),
        powerPreference: "high-performance" as const,
      },
      onCreated: ({ gl }: RootState) => {
        // Asking whether a shader is well makes the page wait until it is compiled. A shared renderer does not.
        if ("debug" in gl) gl.debug.checkShaderErrors = false;
      },
    }),
    [pace, smooth],
  );

  return (
    <div className={styles.scene} data-board="scene" data-hands={hands} ref={frame}>
      {layout && (
        <Stage key={String(smooth)} {...size} graphics={graphics} settings={settings}>
          <Sharpness value={soft ? COARSE : FINE}>
            <Pictured {...props} peel={peel} layout={layout} orbit={orbit} {...{ still, soft, frame, badges }} />
          </Sharpness>
          <Camera {...{ edition, layout, orbit, view, still, pace }} built={scenery.built} />
        </Stage>
      )}
      {/* Figures of a page that is read say in words what they are about. */}
      {(hands === "play" || hands === "look") && (
        <Badges
          ref={badges}
          edition={edition}
          sticks={scenery.sticks}
          counted={(site) => counted(props, site)}
          only={view.site}
        />
      )}
    </div>
  );
}

/** How many levels a site has counted: while a snowfall is counted, one less where it is not through. */
function counted({ scenery, counting }: Pick<BoardProps, "scenery" | "counting">, site: string): number {
  if (!counting) return scenery.snow;
  return counting.through.includes(site) ? counting.level : counting.level - 1;
}

/** `?noaa` and `?aa` overrule what the renderer suggests, for measurements and for screenshots. */
function smoothEdges(soft: boolean): boolean {
  const asked = new URLSearchParams(location.search);
  return asked.has("aa") || (!soft && !asked.has("noaa"));
}

function Pictured(props: PointingProps & { soft: boolean; badges: RefObject<HTMLDivElement | null> }) {
  const { scenery, counting, siteName, ghost, lit, suggested, glowing, dimmed, peel, cursor } = props;
  const { motion, layout, still, soft, hands } = props;
  const { edition, mode, sticks, built } = scenery;
  // The level that is being counted lies bare.
  const snow = counting ? Math.min(scenery.snow, counting.level - 1) : scenery.snow;
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
  usePlacedBadges(props.badges, layout);
  const solo = mode === "solo" ? edition.told.solo : null;
  return (
    <>
      <Light layout={layout} soft={soft} onChanged={onChanged} />
      {hands !== "none" && <Floor />}
      <Table layout={layout} />
      {layout.spots.map((spot) => {
        const stick = sticks[spot.site] ?? null;
        return (
          <group key={spot.site}>
            <BoardTop snowed={snow > 0} edition={edition} layout={layout} spot={spot} name={siteName(spot.site)} />
            <Beside
              spot={spot}
              number={edition.sites.indexOf(spot.site)}
              marks={stick ? edition.marks(stick) : null}
              stick={stick && stickColour(scenery, spot.site)}
              disk={solo ? solo.disk : stick ? edition.disk(stick) : 0}
              diskColour={solo ? null : stick}
              counted={counted(props, spot.site)}
              holder={holderColour(scenery, spot.site)}
              still={still || motion === "jump"}
              onChanged={onChanged}
            />
          </group>
        );
      })}
      <Blocks {...{ edition, layout, built, ghost, lit, counting, peel, snow, still, motion, onChanged }} />
      <Glowing {...{ layout, built, snow, peel, glowing, dimmed }} />
      <Footprint {...{ layout, built, snow, peel, ghost }} />
      <Cursor {...{ layout, built, snow, peel, cursor }} />
      <Suggested {...{ layout, suggested }} />
      <Snow {...{ edition, layout, built, snow, counting, still, motion, onChanged }} />
    </>
  );
}
