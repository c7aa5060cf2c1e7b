// Going once round what is looked at: the end of a game is worth watching.

import { useFrame, useThree } from "@react-three/fiber";
import { useEffect, useRef } from "react";
import type { View } from "../props";
import type { Orbit } from "./orbit";

/** How long it takes to go round, in seconds. */
export const ROUND = 14;

/** While a view asks for it the camera goes round, once; whoever wants no motion stays where they are. */
export function useTour(orbit: Orbit, view: View, still: boolean): void {
  const invalidate = useThree((state) => state.invalidate);
  const left = useRef(0);
  useEffect(() => {
    left.current = view.tour && !still ? 2 * Math.PI : 0;
    invalidate();
  }, [view, still, invalidate]);
  useFrame((state, seconds) => {
    if (left.current <= 0) return;
    // Where drawing is slow the camera goes on in larger steps, but not in leaps.
    const step = Math.min(left.current, (2 * Math.PI * Math.min(seconds, 0.25)) / ROUND);
    left.current -= step;
    orbit.turn(step, 0);
    state.invalidate();
  }, -2);
}
