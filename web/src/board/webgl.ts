// How this browser draws in 3D. It is asked once and only at a table, since the first context takes longer than any
// other part of showing it; where the processor draws, the picture goes on with that very context.

export type Drawing = "graphics" | "software" | "none";

let found: Drawing | undefined;
let spare: WebGL2RenderingContext | null = null;

/** Whether there is WebGL, and whether the processor draws it: then edges are left rough and pixels coarse. */
export function drawing(): Drawing {
  found ??= look();
  return found;
}

/** The context that was asked, for whoever comes first; its edges are rough. */
export function takeContext(): WebGL2RenderingContext | null {
  const taken = spare;
  spare = null;
  return taken;
}

function look(): Drawing {
  const gl = document.createElement("canvas").getContext("webgl2", { alpha: true, antialias: false });
  if (!gl) return "none";
  const told = gl.getExtension("WEBGL_debug_renderer_info");
  const name = told ? String(gl.getParameter(told.UNMASKED_RENDERER_WEBGL)) : "";
  if (/swiftshader|llvmpipe|software|basic render/i.test(name)) {
    spare = gl;
    return "software";
  }
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return "graphics";
}
