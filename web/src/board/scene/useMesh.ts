// A mesh of many like things that lasts as long as the part of the picture that draws it, and then gives back what it
// held on the graphics card.

import { useEffect, useMemo } from "react";
import type { BufferGeometry, InstancedMesh, MeshBasicMaterial } from "three";

type Mesh = InstancedMesh<BufferGeometry, MeshBasicMaterial>;

/** `make` is called again when what it is made from changes. */
export function useMesh(make: () => Mesh, from: unknown = null): Mesh {
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever makes it says when it is to be made anew
  const mesh = useMemo(() => {
    const made = make();
    made.frustumCulled = false;
    return made;
  }, [from]);
  useEffect(
    () => () => {
      mesh.geometry.dispose();
      mesh.material.map?.dispose();
      mesh.material.dispose();
      mesh.dispose();
    },
    [mesh],
  );
  return mesh;
}
