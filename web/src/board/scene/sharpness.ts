// How sharp the picture is: textures at a flat angle, and pixels.

import { createContext, useContext } from "react";

export interface Sharp {
  table: number;
  others: number;
}

export const Sharpness = createContext<Sharp>({ table: 8, others: 8 });

export const useSharpness = (): Sharp => useContext(Sharpness);

/** Pixels to a unit of the page where the processor draws: never more than one, nor than the screen has. */
export const softPixels = (): number => Math.min(1, window.devicePixelRatio);
