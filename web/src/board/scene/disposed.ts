// What the graphics card keeps has to be given back by hand.

import { useLayoutEffect } from "react";
import type { BufferGeometry, Texture } from "three";

/** Gives things back when others take their place or nobody shows them any more. */
export function useDisposed(...things: (BufferGeometry | Texture)[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the things are what it depends on
  useLayoutEffect(() => () => things.forEach((thing) => thing.dispose()), things);
}
