// How sharp textures stay at a flat angle.

import { createContext, useContext } from "react";

export interface Sharp {
  table: number;
  others: number;
}

export const Sharpness = createContext<Sharp>({ table: 8, others: 8 });

export const useSharpness = (): Sharp => useContext(Sharpness);
