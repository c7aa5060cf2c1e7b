// One renderer for all boards of a page. A browser grants few 3D contexts: many boards take turns in one, each as often as
// something changes in it, and keep the picture it made on a plain canvas of their own.

import {
  PCFShadowMap,
  WebGLRenderer,
  type Camera,
  type Object3D,
  type ShadowMapType,
  type WebGLRendererParameters,
} from "three";

/** How long the context waits for another board, in milliseconds: who scrolls from figure to figure pays for it once. */
const LINGER = 20_000;

export class Studio {
  private readonly renderer: WebGLRenderer;
  private readonly easels = new Set<Easel>();
  private large = { width: 0, height: 0 };
  private going: ReturnType<typeof setTimeout> | undefined;

  /** `onGone` is told when the context is gone: whoever needs one then makes another studio. */
  constructor(
    { toneMapping, ...settings }: StudioSettings,
    private readonly onGone: () => void,
  ) {
    this.renderer = new WebGLRenderer(settings);
    this.renderer.toneMapping = toneMapping;
    this.renderer.debug.checkShaderErrors = false;
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.setScissorTest(true);
    this.renderer.domElement.addEventListener("webglcontextlost", () => {
      onGone();
      this.easels.forEach((easel) => easel.onLost());
    });
  }

  /** A place for one more board. */
  easel(canvas: HTMLCanvasElement, onLost: () => void): Easel {
    clearTimeout(this.going);
    const made = new Easel(canvas, this, onLost);
    this.easels.add(made);
    return made;
  }

  /** Let go of a board's place. After the last the context goes too, unless another board comes meanwhile. */
  leave(easel: Easel): void {
    this.easels.delete(easel);
    if (this.easels.size) return;
    this.going = setTimeout(() => {
      this.onGone();
      this.renderer.dispose();
      this.renderer.forceContextLoss();
    }, LINGER);
  }

  /** Draw a board's scene, and copy the picture to its canvas before another board has its turn. */
  draw(easel: Easel, scene: Object3D, camera: Camera): void {
    const { renderer } = this;
    const { canvas, context, shadowMap } = easel;
    const { width, height } = canvas;
    if (!width || !height) return;
    if (width > this.large.width || height > this.large.height) {
      // It grows to the largest board and stays so: to cut it anew for each would cost more than drawing.
      this.large = { width: Math.max(width, this.large.width), height: Math.max(height, this.large.height) };
      renderer.setSize(this.large.width, this.large.height, false);
    }
    renderer.setViewport(0, 0, width, height);
    renderer.setScissor(0, 0, width, height);
    renderer.shadowMap.enabled = shadowMap.enabled;
    renderer.shadowMap.type = shadowMap.type;
    renderer.shadowMap.needsUpdate = shadowMap.autoUpdate || shadowMap.needsUpdate;
    shadowMap.needsUpdate = false;
    renderer.render(scene, camera);
    // The renderer counts rows from the bottom, a canvas from the top.
    context.globalCompositeOperation = "copy";
    context.drawImage(renderer.domElement, 0, this.large.height - height, width, height, 0, 0, width, height);
  }
}

export type StudioSettings = WebGLRendererParameters & Pick<WebGLRenderer, "toneMapping">;

/** What fiber takes for a renderer: the part of one that a single board needs. */
export class Easel {
  readonly context: CanvasRenderingContext2D;
  readonly shadowMap = { enabled: false, type: PCFShadowMap as ShadowMapType, autoUpdate: true, needsUpdate: true };
  private size = { width: 0, height: 0 };
  private ratio = 1;

  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly studio: Studio,
    readonly onLost: () => void,
  ) {
    this.context = canvas.getContext("2d")!;
  }

  setPixelRatio(ratio: number): void {
    this.ratio = ratio;
    this.cut();
  }

  setSize(width: number, height: number): void {
    this.size = { width, height };
    this.cut();
  }

  render(scene: Object3D, camera: Camera): void {
    this.studio.draw(this, scene, camera);
  }

  private cut(): void {
    const { width, height } = this.size;
    this.canvas.width = Math.floor(width * this.ratio);
    this.canvas.height = Math.floor(height * this.ratio);
    Object.assign(this.canvas.style, { width: `${width}px`, height: `${height}px` });
  }
}
