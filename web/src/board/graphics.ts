// How this browser draws in 3D. It is asked once and only where there is a board, since the first context takes longer
// than any other part of showing it; where the processor draws, the picture goes on with that very context.

import { createContext, useContext, useState } from "react";
import type { Studio } from "./scene/studio";

export type Drawing = "graphics" | "software" | "none";

export class Graphics {
  /** Where several boards of a page take turns in one context: made by the first of them. */
  studio: Studio | null = null;
  private found: Drawing | undefined;
  private spare: WebGL2RenderingContext | null = null;

  /** `shared` where a page has several boards: a browser grants few contexts. */
  constructor(readonly shared = false) {}

  /** Whether there is WebGL, and whether the processor draws it: then edges are left rough and pixels coarse. */
  drawing(): Drawing {
    this.found ??= this.look();
    return this.found;
  }

  /** The context that was asked, for whoever comes first; its edges are rough. */
  takeContext(): WebGL2RenderingContext | null {
    const taken = this.spare;
    this.spare = null;
    return taken;
  }

  private look(): Drawing {
    const gl = document.createElement("canvas").getContext("webgl2", { alpha: true, antialias: false });
    if (!gl) return "none";
    const told = gl.getExtension("WEBGL_debug_renderer_info");
    const name = told ? String(gl.getParameter(told.UNMASKED_RENDERER_WEBGL)) : "";
    if (/swiftshader|llvmpipe|software|basic render/i.test(name)) {
      this.spare = gl;
      return "software";
    }
    gl.getExtension("WEBGL_lose_context")?.loseContext();
    return "graphics";
  }
}

/** Those of the page, where it asked for them before its board is there, or has several boards. */
export const GraphicsContext = createContext<Graphics | null>(null);

export function useGraphics(): Graphics {
  const given = useContext(GraphicsContext);
  const [own] = useState(() => given ?? new Graphics());
  return given ?? own;
}
