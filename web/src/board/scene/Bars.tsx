// Edges drawn as thin bars: lines of WebGL are one pixel wide, too thin to be seen on a phone.

import { useThree } from "@react-three/fiber";
import { useLayoutEffect } from "react";
import { BoxGeometry, InstancedMesh, MeshBasicMaterial, Object3D } from "three";
import { FEW, setPlaces } from "./instances";
import type { Edge } from "./outlines";
import { useMesh } from "./useMesh";

export function Bars({ edges, colour, thick }: { edges: readonly Edge[]; colour: string; thick: number }) {
  const invalidate = useThree((state) => state.invalidate);
  const mesh = useMesh(() => {
    const made = new InstancedMesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial({ toneMapped: false }), FEW);
    made.renderOrder = 4;
    return made;
  });
  useLayoutEffect(() => {
    const bar = new Object3D();
    const places = edges.map(([from, to]) => {
      bar.position.set((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2);
      bar.scale.set(
        Math.abs(to[0] - from[0]) + thick,
        Math.abs(to[1] - from[1]) + thick,
        Math.abs(to[2] - from[2]) + thick,
      );
      bar.updateMatrix();
      return bar.matrix.clone();
    });
    setPlaces(mesh, places);
    mesh.material.color.set(colour);
    invalidate();
  }, [mesh, edges, colour, thick, invalidate]);
  return <primitive object={mesh} />;
}
