// The board, in 3D or flat. Where 3D is not wanted, cannot be had or is lost, it is the flat plans.

import { lazy, Suspense, type ReactNode } from "react";
import { Flat } from "./flat/Flat";
import { useGraphics } from "./graphics";
import { loadScene } from "./loadScene";
import { Otherwise } from "./Otherwise";
import type { BoardProps } from "./props";

const Scene = lazy(() => loadScene().then((module) => ({ default: module.Scene })));

/** `loading` is shown until the script of the 3D picture is there. */
export function Board({ flat = false, loading, ...props }: BoardProps & { flat?: boolean; loading?: ReactNode }) {
  const graphics = useGraphics();
  if (flat || graphics.drawing() === "none") return <Flat {...props} />;
  return (
    <Otherwise otherwise={<Flat {...props} />}>
      <Suspense fallback={loading}>
        <Scene {...props} graphics={graphics} />
      </Suspense>
    </Otherwise>
  );
}
