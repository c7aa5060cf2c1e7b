// The canvas and its renderer. fiber's own Canvas pulls in the whole of three; this only what the table is made of.

import { createRoot, extend, type ReconcilerRoot, type RenderProps } from "@react-three/fiber";
import { FiberProvider, useContextBridge } from "its-fine"; // the bridge of fiber's own Canvas
import { useInsertionEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import {
  ConeGeometry,
  DirectionalLight,
  Group,
  HemisphereLight,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Points,
  PointsMaterial,
  type WebGLRenderer,
} from "three";
import { Otherwise } from "../Otherwise";
import type { Graphics } from "../graphics";
import { Studio, type StudioSettings } from "./studio";

extend({
  ConeGeometry,
  DirectionalLight,
  Group,
  HemisphereLight,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Points,
  PointsMaterial,
});

interface StageProps {
  /** In CSS pixels. */
  width: number;
  height: number;
  graphics: Graphics;
  settings: Omit<RenderProps<HTMLCanvasElement>, "size" | "events" | "gl"> & { gl: StudioSettings };
  children: ReactNode;
}

export function Stage(props: StageProps) {
  return (
    <FiberProvider>
      <Bridged {...props} />
    </FiberProvider>
  );
}

function Bridged({ width, height, graphics, settings, children }: StageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const stage = useRef<Staged | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  // The tree inside has a root of its own, which knows nothing of the contexts of the page.
  const Bridge = useContextBridge();
  // Where WebGL cannot be had, the page's error boundary is to hear of it, and show the flat plans.
  if (failure) throw failure;
  useLayoutEffect(() => {
    const onLost = () => setFailure(new Error("the 3D context was lost"));
    const make = graphics.shared ? takeTurns : haveAll;
    stage.current ??= make(frame.current!, graphics, settings.gl, onLost);
    const { root, gl } = stage.current;
    root.configure({ ...settings, gl, size: { width, height, top: 0, left: 0 } }).catch(setFailure);
    // It is out of reach of the page's error boundary, too.
    root.render(
      <Otherwise otherwise={null} onFailed={setFailure}>
        <Bridge>{children}</Bridge>
      </Otherwise>,
    );
  });
  // An insertion effect, as in fiber's Canvas: strict mode does not play it twice, so the renderer is let go of once.
  useInsertionEffect(
    () => () => {
      stage.current?.end();
      stage.current = null;
    },
    [],
  );
  return <div ref={frame} aria-hidden="true" />;
}

interface Staged {
  root: ReconcilerRoot<HTMLCanvasElement>;
  gl: RenderProps<HTMLCanvasElement>["gl"];
  end: () => void;
}

type Make = (frame: HTMLElement, graphics: Graphics, settings: StudioSettings, onLost: () => void) => Staged;

/** A canvas with a context of its own: nothing is faster for a board that is alone on its page. */
const haveAll: Make = (frame, graphics, settings, onLost) => {
  const context = settings.antialias ? null : graphics.takeContext();
  const canvas = (context?.canvas as HTMLCanvasElement | undefined) ?? document.createElement("canvas");
  frame.append(canvas);
  canvas.addEventListener("webglcontextlost", onLost);
  const root = createRoot(canvas);
  return {
    root,
    gl: context ? { ...settings, context } : settings,
    end: () => {
      canvas.removeEventListener("webglcontextlost", onLost);
      root.unmount();
      canvas.remove();
    },
  };
};

/** A plain canvas, and turns in the context that the boards of the page share. */
const takeTurns: Make = (frame, graphics, settings, onLost) => {
  const canvas = document.createElement("canvas");
  frame.append(canvas);
  if (!graphics.studio) {
    const context = settings.antialias ? null : graphics.takeContext();
    const own = context ? { ...settings, context, canvas: context.canvas } : settings;
    graphics.studio = new Studio(own, () => {
      graphics.studio = null;
    });
  }
  const { studio } = graphics;
  const easel = studio.easel(canvas, onLost);
  const root = createRoot(canvas);
  return {
    root,
    gl: easel as unknown as WebGLRenderer, // fiber asks for anything that renders
    end: () => {
      root.unmount();
      canvas.remove();
      studio.leave(easel);
    },
  };
};
