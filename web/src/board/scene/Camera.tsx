// Where the table is seen from, and how the camera gets there.

import { useFrame, useThree } from "@react-three/fiber";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { PerspectiveCamera } from "three";
import type { Building } from "../../model/building";
import type { Edition } from "../../model/edition";
import type { View } from "../props";
import { corners, layOut, SHAPES, type Layout, type Point } from "./layout";
import { bestPlace, type Orbit } from "./orbit";
import type { Pace } from "./pace";

/** A long lens: what stands at the back is nearly as large as what stands in front. */
export const FOV = 20;
/** The side from which the table is seen first, for a wide and for a tall window. */
const HOME = { wide: { azimuth: 0.12, tilt: 0.74 }, tall: { azimuth: 0.1, tilt: 0.92 } };

/** One site is seen from a corner and from lower down, so that one sees what stands under what. */
const CORNER = { azimuth: 0.5, tilt: -0.12 };

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
  built: Record<string, Building>;
  layout: Layout;
  orbit: Orbit;
  view: View;
  still: boolean;
  pace: Pace;
}

const NONE: Building["cubes"] = [];

/** In a narrow window the words about the ghost would lie over the board in front: so much is left free for them. */
const COVERED = { below: 1.3, pixels: 36 };

/** How soon pixels are fine again after the camera has moved, in seconds. */
const FINE_AFTER = 0.18;

export function Camera({ edition, built, layout, orbit, view, still, pace }: CameraProps) {
  const invalidate = useThree((state) => state.invalidate);
  const setDpr = useThree((state) => state.setDpr);
  const fine = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(fine.current), []);
  const { width, height } = useThree((state) => state.size);
  const aspect = width / Math.max(1, height);
  const spot = layout.spots.find((it) => it.site === view.site);
  // Of one site, as much is in the picture as stands there and a level more: it draws back as towers grow.
  const cubes = (spot && built[spot.site]?.cubes) ?? NONE;
  const tall = Math.min(edition.levels, 1 + cubes.reduce((most, { cell }) => Math.max(most, cell[2]), 1));
  const points = useMemo(
    () => (spot ? corners(spot, tall) : everything(layout, edition.levels)),
    [spot, tall, layout, edition],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the camera goes where it is asked to, not when the window changes
  useLayoutEffect(() => {
    const { azimuth, tilt } = home(aspect);
    const corner = spot ? CORNER : { azimuth: 0, tilt: 0 };
    orbit.look(points, azimuth + corner.azimuth + (view.turned ?? 0), tilt + corner.tilt, still);
    invalidate();
  }, [view, layout, orbit]);
  useLayoutEffect(() => {
    orbit.frame(points);
    invalidate();
  }, [points, orbit, invalidate]);
  useLayoutEffect(() => {
    orbit.shape(FOV, aspect, aspect < COVERED.below ? COVERED.pixels / height : 0);
    invalidate();
  }, [aspect, height, orbit, invalidate]);
  useFrame((state, seconds) => {
    const underWay = orbit.step(Math.min(seconds, 0.25), state.camera as PerspectiveCamera);
    if (underWay) state.invalidate();
    if (!orbit.moved()) return;
    // The first frame after a while says nothing: it waited for somebody to move.
    if (seconds < 0.25) pace.took(seconds);
    if (pace.moving === pace.best) return;
    if (state.viewport.dpr !== pace.moving) setDpr(pace.moving);
    clearTimeout(fine.current);
    fine.current = setTimeout(() => setDpr(pace.best), FINE_AFTER * 1000);
  }, -1);
  return null;
}
