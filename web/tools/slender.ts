// Of three only what the table is drawn with. The renderer names every material's shader, a headset and lights baked from
// surroundings; none of them can be reached here, and together they weigh as much as the rest of the page. Built from three's
// own modules, they are left out one by one; what the page draws is looked at by tests in a real browser.

import type { Plugin } from "vite";

/** The materials the page has: those of meshes, lines and flakes, and of shadows. */
const DRAWN = ["depth", "meshbasic", "meshlambert", "points", "vsm"];
/** Parts of shaders that only other materials include. */
const ELSEWHERE =
  /^(lights_(physical|phong|toon)_|transmission_|iridescence_|clearcoat_|cube_uv_|gradientmap_|metalnessmap_|roughnessmap_|lightprobes_)/;

const NOTHING: [RegExp, string][] = [
  [/shaders\/DFGLUTData\.js$/, "export const getDFGLUT = () => null;"],
  [
    /extras\/PMREMGenerator\.js$/,
    "export class PMREMGenerator { fromEquirectangular() {} fromCubemap() {} dispose() {} }",
  ],
  [
    /webxr\/WebXRManager\.js$/,
    `export class WebXRManager {
       enabled = false; isPresenting = false; cameraAutoUpdate = false;
       addEventListener() {} removeEventListener() {} setAnimationLoop() {} dispose() {} getEnvironmentBlendMode() {}
     }`,
  ],
];

export function slender(): Plugin {
  return {
    name: "slender",
    enforce: "pre",
    config: () => ({ resolve: { alias: [{ find: /^three$/, replacement: "three/src/Three.js" }] } }),
    load(id) {
      const path = id.replaceAll("\\", "/").split("?")[0]!;
      if (!path.includes("/three/src/")) return undefined;
      const shader = /ShaderLib\/(\w+)\.glsl\.js$/.exec(path)?.[1];
      if (shader && !DRAWN.includes(shader)) return 'export const vertex = ""; export const fragment = "";';
      const part = /ShaderChunk\/(\w+)\.glsl\.js$/.exec(path)?.[1];
      if (part && ELSEWHERE.test(part)) return 'export default "";';
      return NOTHING.find(([pattern]) => pattern.test(path))?.[1];
    },
  };
}
