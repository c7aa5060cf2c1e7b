// A picture to keep: many frames gathered into one, the sun a little elsewhere and the pixels a little aside in each, so that
// shadows are soft and edges smooth.

import { Vector3, type DirectionalLight, type Object3D, type PerspectiveCamera, type WebGLRenderer } from "three";

/** It is gathered for so long, in milliseconds, and of so many frames at least and at most. */
const LONG = 1200;
const FRAMES = { least: 6, most: 40 };
/** How broad the sun is: shadows far from what throws them are as soft as that. */
const SUN = 3.2;

/** Points spread evenly over a square from -0.5 to 0.5, each new one in the largest gap. */
const spread = (number: number): [number, number] => [((number * 0.7549) % 1) - 0.5, ((number * 0.5698) % 1) - 0.5];

const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));

export async function gather(gl: WebGLRenderer, scene: Object3D, camera: PerspectiveCamera): Promise<Blob> {
  const sun = sunOf(scene);
  const at = sun.position.clone();
  const across = new Vector3(0, 1, 0).cross(at).normalize();
  const up = at.clone().cross(across).normalize();
  const { width, height } = gl.domElement;
  const context = gl.getContext();
  const pixels = new Uint8Array(width * height * 4);
  const sums = new Float32Array(pixels.length);
  const began = performance.now();
  let frames = 0;
  try {
    while (frames < FRAMES.least || (frames < FRAMES.most && performance.now() - began < LONG)) {
      const [aside, above] = spread(frames + 1);
      sun.position.copy(at).addScaledVector(across, SUN * 2 * aside);
      sun.position.addScaledVector(up, SUN * 2 * above);
      const [right, down] = spread(frames + 20);
      camera.setViewOffset(width, height, right, down, width, height);
      gl.shadowMap.needsUpdate = true;
      gl.render(scene, camera);
      context.readPixels(0, 0, width, height, context.RGBA, context.UNSIGNED_BYTE, pixels);
      for (let i = 0; i < sums.length; i++) sums[i]! += pixels[i]!;
      frames++;
      await frame();
    }
  } finally {
    sun.position.copy(at);
    camera.clearViewOffset();
    gl.shadowMap.needsUpdate = true;
    gl.render(scene, camera);
  }
  return develop(sums, frames, width, height);
}

function sunOf(scene: Object3D): DirectionalLight {
  let found: DirectionalLight | undefined;
  scene.traverse((it) => {
    if ((it as DirectionalLight).isDirectionalLight) found = it as DirectionalLight;
  });
  return found!;
}

/** The gathered light over the room behind the table, as a PNG. */
function develop(sums: Float32Array, frames: number, width: number, height: number): Promise<Blob> {
  const image = new ImageData(width, height);
  for (let y = 0; y < height; y++) {
    // A renderer counts rows from the bottom, a picture from the top.
    const [from, to] = [(height - 1 - y) * width * 4, y * width * 4];
    for (let i = 0; i < width * 4; i += 4) {
      const alpha = sums[from + i + 3]! / 255; // colours have it in them already
      for (let part = 0; part < 3; part++) image.data[to + i + part] = alpha ? sums[from + i + part]! / alpha : 0;
      image.data[to + i + 3] = sums[from + i + 3]! / frames;
    }
  }
  const table = sheet(width, height);
  table.putImageData(image, 0, 0);
  const whole = sheet(width, height);
  const wall = whole.createLinearGradient(0, 0, 0, height);
  wall.addColorStop(0, "#5b7a90");
  wall.addColorStop(0.4, "#3a5568");
  wall.addColorStop(1, "#17191b");
  whole.fillStyle = wall;
  whole.fillRect(0, 0, width, height);
  whole.drawImage(table.canvas, 0, 0);
  const edge = whole.createRadialGradient(
    width * 0.45,
    height * 0.45,
    Math.min(width, height) * 0.35,
    width * 0.45,
    height * 0.45,
    Math.hypot(width, height) * 0.62,
  );
  edge.addColorStop(0, "rgb(16 12 10 / 0)");
  edge.addColorStop(1, "rgb(16 12 10 / .55)");
  whole.fillStyle = edge;
  whole.fillRect(0, 0, width, height);
  return new Promise((done, fail) =>
    whole.canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"),
  );
}

function sheet(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas.getContext("2d")!;
}
