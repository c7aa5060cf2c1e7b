// What lights the table.

import { useLayoutEffect, useRef } from "react";
import type { DirectionalLight } from "three";
import type { Layout } from "./layout";

/** A low winter sun through a window on the left, warm, against the cold light of sky and snow. Shadows are drawn when asked only. */
export function Light({ layout, soft, onChanged }: { layout: Layout; soft: boolean; onChanged: () => void }) {
  const sun = useRef<DirectionalLight>(null);
  const wide = Math.hypot(layout.right - layout.left, layout.front - layout.back) / 2 + 1;
  useLayoutEffect(() => {
    const camera = sun.current!.shadow.camera;
    Object.assign(camera, { left: -wide, right: wide, top: wide * 0.8, bottom: -wide * 0.8, near: 10, far: 110 });
    camera.updateProjectionMatrix();
    onChanged();
  }, [wide, onChanged]);
  const size = soft ? 1024 : 2048;
  return (
    <>
      <hemisphereLight args={["#b2cdf6", "#a87a52", 1.45]} />
      <directionalLight
        ref={sun}
        position={[-29, 40, 21]}
        color="#ffdca6"
        intensity={2.75}
        castShadow
        shadow-mapSize={[size, size]}
        shadow-radius={soft ? 2 : 3.2}
        shadow-blurSamples={soft ? 5 : 10}
        shadow-bias={-0.0006}
        shadow-intensity={0.82}
      />
    </>
  );
}
