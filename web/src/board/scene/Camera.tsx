// Where the table is seen from, and how the camera gets there.

import { useFrame, useThree } from "@react-three/fiber";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { PerspectiveCamera } from "three";
import type { Edition } from "../../model/edition";
import type { View } from "../props";
import { corners, layOut, SHAPES, type Layout, type Point } from "./layout";
import { bestPlace, type Orbit } from "./orbit";
import { softPixels } from "./sharpness";
import { useTour } from "./tour";

/** A long lens: what stands at the back is nearly as large as what stands in front. */
export const FOV = 20;
/** The side from which the table is seen first, for a wide and for a tall window. */
const HOME = { wide: { azimuth: 0.12, tilt: 0.74 }, tall: { azimuth: 0.1, tilt: 0.92 } };

/** Which arrangement of the boards the window shows largest. */
export function bestShape(edition: Edition, aspect: number): Layout["shape"] {
  const seen = SHAPES.map((shape) => {
    const points = everything(layOut(edition, shape), edition.levels);
    return { shape, far: bestPlace(home(aspect), points, FOV, aspect).distance };
  });
  return seen.reduce((best, other) => (other.far < best.far ? other : best)).shape;
}

const home = (aspect: number): { azimuth: number; tilt: number } => (aspect < 0.8 ? HOME.tall : HOME.wide);
const everything = (layout: Layout, levels: number): Point[] => layout.spots.flatMap((spot) => corners(spot, levels));

interface CameraProps {
  edition: Edition;
  layout: Layout;
  orbit: Orbit;
  view: View;
  still: boolean;
  soft: boolean;
}

/** In a narrow window the words about the ghost would lie over the board in front: so much is left free for them. */
const COVERED = { below: 1.3, pixels: 36 };

/** How coarse pixels are while the camera moves, where the processor draws; and how soon they are fine again. */
const COARSE = { dpr: 0.6, seconds: 0.18 };

export function Camera({ edition, layout, orbit, view, still, soft }: CameraProps) {
  const invalidate = useThree((state) => state.invalidate);
  const setDpr = useThree((state) => state.setDpr);
  const fine = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(fine.current), []);
  const { width, height } = useThree((state) => state.size);
  const aspect = width / Math.max(1, height);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the camera goes where it is asked to, not when the window changes
  useLayoutEffect(() => {
    const spot = layout.spots.find((it) => it.site === view.site);
    const { azimuth, tilt } = home(aspect);
    const points = spot ? corners(spot, edition.levels) : everything(layout, edition.levels);
    orbit.look(points, azimuth + (view.turned ?? 0), tilt, still);
    invalidate();
  }, [view, layout, orbit]);
  useLayoutEffect(() => {
    orbit.shape(FOV, aspect, aspect < COVERED.below ? COVERED.pixels / height : 0);
    invalidate();
  }, [aspect, height, orbit, invalidate]);
  useTour(orbit, view, still);
  useFrame((state, seconds) => {
    const underWay = orbit.step(Math.min(seconds, 0.25), state.camera as PerspectiveCamera);
    if (underWay) state.invalidate();
    if (soft && orbit.moved()) {
      const coarse = Math.min(COARSE.dpr, softPixels());
      if (state.viewport.dpr !== coarse) setDpr(coarse);
      clearTimeout(fine.current);
      fine.current = setTimeout(() => setDpr(softPixels()), COARSE.seconds * 1000);
    }
  }, -1);
  return null;
}
