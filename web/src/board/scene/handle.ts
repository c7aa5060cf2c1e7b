// Where things are in the picture, for whoever points at them from outside of it.

import { useFrame, useThree } from "@react-three/fiber";
import { useEffect, useImperativeHandle, useMemo } from "react";
import { Vector3, type PerspectiveCamera } from "three";
import { ASK_HANDLE, type BoardHandle } from "../props";
import { STONE } from "./layout";
import type { PointingProps } from "./pointing";

export function useHandle({ handle, layout, frame }: PointingProps, under: BoardHandle["under"]): void {
  const camera = useThree((state) => state.camera);
  const gl = useThree((state) => state.gl);
  const scene = useThree((state) => state.scene);
  const told = useMemo(
    (): BoardHandle => ({
      frames: 0,
      photograph: async () => {
        if (!("domElement" in gl)) return null;
        const { gather } = await import("./photo");
        return gather(gl, scene, camera as PerspectiveCamera);
      },
      under,
      project: (site, x, y, level) => {
        const spot = layout.spots.find((it) => it.site === site)!;
        const at = new Vector3(spot.x + x, STONE + level, spot.z + y).project(camera);
        const box = frame.current!.getBoundingClientRect();
        return { x: box.left + ((at.x + 1) / 2) * box.width, y: box.top + ((1 - at.y) / 2) * box.height };
      },
    }),
    [layout, camera, gl, scene, frame, under],
  );
  useImperativeHandle(handle, () => told, [told]);
  useEffect(() => {
    const element = frame.current!;
    const answer = (event: Event): void => {
      // Before the first picture nothing is anywhere.
      if (told.frames) (event as CustomEvent<(handle: BoardHandle) => void>).detail(told);
    };
    element.addEventListener(ASK_HANDLE, answer);
    return () => element.removeEventListener(ASK_HANDLE, answer);
  }, [frame, told]);
  useFrame(() => {
    told.frames++;
  });
}
