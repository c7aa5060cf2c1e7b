// The canvas and its renderer. fiber's own Canvas pulls in the whole of three; this only what the table is made of.

import { createRoot, extend, type ReconcilerRoot, type RenderProps } from "@react-three/fiber";
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
  type WebGLRendererParameters,
} from "three";
import { Otherwise } from "../Otherwise";
import { takeContext } from "../webgl";

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
  settings: Omit<RenderProps<HTMLCanvasElement>, "size" | "events" | "gl"> & { gl: WebGLRendererParameters };
  children: ReactNode;
}

export function Stage({ width, height, settings, children }: StageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const root = useRef<ReconcilerRoot<HTMLCanvasElement> | null>(null);
  const gl = useRef(settings.gl);
  const [failure, setFailure] = useState<unknown>(null);
  // Where WebGL cannot be had, the page's error boundary is to hear of it, and show the flat plans.
  if (failure) throw failure;
  useLayoutEffect(() => {
    if (!root.current) {
      const context = settings.gl.antialias ? null : takeContext();
      canvas.current = (context?.canvas as HTMLCanvasElement | undefined) ?? document.createElement("canvas");
      frame.current!.append(canvas.current);
      root.current = createRoot(canvas.current);
      gl.current = context ? { ...settings.gl, context } : settings.gl;
    }
    root.current
      .configure({ ...settings, gl: gl.current, size: { width, height, top: 0, left: 0 } })
      .catch(setFailure);
    // The tree inside has a root of its own, out of reach of the page's error boundary.
    root.current.render(
      <Otherwise otherwise={null} onFailed={setFailure}>
        {children}
      </Otherwise>,
    );
  });
  useLayoutEffect(() => {
    const element = canvas.current!;
    const lost = () => setFailure(new Error("the 3D context was lost"));
    element.addEventListener("webglcontextlost", lost);
    return () => element.removeEventListener("webglcontextlost", lost);
  }, []);
  // An insertion effect, as in fiber's Canvas: strict mode does not play it twice, so the renderer is let go of once.
  useInsertionEffect(
    () => () => {
      root.current?.unmount();
      root.current = null;
      canvas.current?.remove();
    },
    [],
  );
  return <div ref={frame} aria-hidden="true" />;
}
