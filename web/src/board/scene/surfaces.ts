// Textures, drawn on canvases when the table is first shown: no picture is loaded.

import { CanvasTexture, RepeatWrapping, SRGBColorSpace } from "three";
import type { Edition } from "../../model/edition";
import { beside, MARGIN, TABLE_RIM, type Layout, type Spot } from "./layout";
import { drawMark, paintOf } from "../icons/paints";

const SERIF = 'Alegreya, "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif';

/** Chance that is the same each time, so that the table looks the same after a reload. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function canvas(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const made = document.createElement("canvas");
  made.width = width;
  made.height = height;
  // Drawn once by the processor and uploaded: thousands of strokes are slow where the graphics are software too.
  return [made, made.getContext("2d", { willReadFrequently: true })!];
}

function texture(from: HTMLCanvasElement, sharp: number): CanvasTexture {
  const made = new CanvasTexture(from);
  made.colorSpace = SRGBColorSpace;
  made.anisotropy = sharp;
  return made;
}

/** Wood grain along x over a rectangle. */
function grain(
  context: CanvasRenderingContext2D,
  [x, y, width, height]: [number, number, number, number],
  dark: string,
  light: string,
  random: () => number,
  density = 1,
): void {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  for (let i = 0; i < height * 0.9 * density; i++) {
    const at = y + random() * height;
    const from = x + (random() - 0.2) * width;
    const long = width * (0.2 + random() * 0.6);
    const bend = (random() - 0.5) * height * 0.06;
    context.strokeStyle = random() < 0.6 ? dark : light;
    context.globalAlpha = 0.03 + random() * 0.1;
    context.lineWidth = 0.5 + random() * 2;
    context.beginPath();
    context.moveTo(from, at);
    context.bezierCurveTo(from + long / 3, at + bend, from + (long * 2) / 3, at - bend, from + long, at + bend / 2);
    context.stroke();
  }
  context.restore();
}

/** The table top: broad planks of dark walnut. It repeats every 16 units across and down. */
export function tableTop(sharp: number): CanvasTexture {
  const [made, context] = canvas(1024, 1024);
  const random = chance(5);
  const planks = 5;
  const wide = 1024 / planks;
  for (let plank = 0; plank < planks; plank++) {
    const y = plank * wide;
    const shade = random();
    context.fillStyle = `hsl(${24 + shade * 4} ${40 + shade * 7}% ${25.5 + shade * 5}%)`;
    context.fillRect(0, y, 1024, wide);
    grain(context, [0, y, 1024, wide], "#1d110a", "#a87a50", random, 1.5);
    // A knot or two, with the grain flowing round it.
    for (let knot = 0; knot < 2; knot++) {
      const [kx, ky] = [random() * 1024, y + wide * (0.25 + random() * 0.5)];
      context.strokeStyle = "#1d110a";
      for (let ring = 0; ring < 6; ring++) {
        context.globalAlpha = 0.16 - ring * 0.02;
        context.lineWidth = 2;
        context.beginPath();
        context.ellipse(kx, ky, 4 + ring * 9, 2 + ring * 3.4, 0, 0, 7);
        context.stroke();
      }
      context.globalAlpha = 1;
    }
    context.fillStyle = "rgb(12 7 4 / .75)";
    context.fillRect(0, y, 1024, 2.5);
    context.fillStyle = "rgb(255 220 170 / .10)";
    context.fillRect(0, y + 2.5, 1024, 2);
  }
  const top = texture(made, sharp);
  top.wrapS = top.wrapT = RepeatWrapping;
  return top;
}

/** The panes of the window as the low sun throws them on the table: they lean the way its light goes. */
function panes(context: CanvasRenderingContext2D, { left, back, front }: Layout, strength: number): void {
  context.save();
  context.fillStyle = `rgb(255 214 152 / ${strength})`;
  for (let across = 0; across < 4; across++)
    for (let up = 0; up < 2; up++) {
      const [x, z] = [left - 1.5 + across * 5.4 + up * 3.1, back + (front - back) * 0.62 + across * 0.6 - up * 5.6];
      // Three times, each a little smaller: the sun is no point.
      for (const inset of [0, 0.22, 0.44]) {
        context.beginPath();
        context.moveTo(x + inset, z);
        context.lineTo(x + 4.6 - inset, z + 1.2);
        context.lineTo(x + 7.2 - inset, z - 3.4 + inset);
        context.lineTo(x + 2.6 + inset, z - 4.6 + inset);
        context.fill();
      }
    }
  context.restore();
}

/** Where the table is: left, back, and how far it goes from there. */
export const tableExtent = ({ left, right, back, front }: Layout): [number, number, number, number] => [
  left - TABLE_RIM,
  back - TABLE_RIM,
  right - left + 2 * TABLE_RIM,
  front - back + 2 * TABLE_RIM,
];

/**
 * The light of the room as it lies on the table: the window's panes, the dark around each board, less towards the edges. Half
 * of what a pixel can be leaves the wood as it is. It is small on purpose: stretched over the table it is soft.
 */
export function tableLight(layout: Layout): CanvasTexture {
  const [left, back, wide, deep] = tableExtent(layout);
  const [made, context] = canvas(192, 192);
  context.fillStyle = "rgb(122 120 122)";
  context.fillRect(0, 0, 192, 192);
  context.scale(192 / wide, 192 / deep);
  context.translate(-left, -back);
  panes(context, layout, 0.1);
  const [x, z] = [left + wide * 0.36, back + deep * 0.46];
  const edge = context.createRadialGradient(x, z, Math.min(wide, deep) * 0.2, x, z, Math.max(wide, deep) * 0.66);
  edge.addColorStop(0, "rgb(10 8 14 / 0)");
  edge.addColorStop(1, "rgb(10 8 14 / .5)");
  context.fillStyle = edge;
  context.fillRect(left, back, wide, deep);
  for (const spot of layout.spots)
    for (let ring = 6; ring >= 0; ring--) {
      const out = ring * 0.16;
      context.fillStyle = "rgb(8 5 4 / .13)";
      context.beginPath();
      context.roundRect(
        spot.left - out,
        spot.back - out * 0.7,
        spot.right - spot.left + 2 * out,
        spot.front - spot.back + 1.7 * out,
        0.4 + out,
      );
      context.fill();
    }
  const light = new CanvasTexture(made);
  light.flipY = false;
  return light;
}

/** The floor far below, out of focus: boards, a rug, firelight from the right and the window's cold from the left. */
export function floor(): CanvasTexture {
  const [made, context] = canvas(256, 256);
  context.fillStyle = "#2b211b";
  context.fillRect(0, 0, 256, 256);
  const random = chance(11);
  for (let x = 0; x < 256; x += 14) {
    context.fillStyle = `rgb(${60 + random() * 22} ${44 + random() * 14} ${34 + random() * 8} / .5)`;
    context.fillRect(x, 0, 12.5, 256);
  }
  context.fillStyle = "rgb(92 38 30 / .55)";
  context.beginPath();
  context.roundRect(58, 70, 140, 116, 8);
  context.fill();
  context.strokeStyle = "rgb(190 150 96 / .4)";
  context.lineWidth = 5;
  context.strokeRect(68, 80, 120, 96);
  const glow = (x: number, y: number, far: number, colour: string, strength: number): void => {
    const light = context.createRadialGradient(x, y, 4, x, y, far);
    light.addColorStop(0, `rgb(${colour} / ${strength})`);
    light.addColorStop(1, `rgb(${colour} / 0)`);
    context.fillStyle = light;
    context.fillRect(0, 0, 256, 256);
  };
  glow(224, 120, 120, "236 138 58", 0.55);
  glow(36, 70, 110, "150 184 214", 0.5);
  glow(128, 132, 62, "6 4 4", 0.85); // under the table
  // Towards the walls it is lost in the dark of the room behind the picture.
  context.globalCompositeOperation = "destination-in";
  const lost = context.createRadialGradient(128, 128, 60, 128, 128, 127);
  lost.addColorStop(0, "rgb(0 0 0 / 1)");
  lost.addColorStop(1, "rgb(0 0 0 / 0)");
  context.fillStyle = lost;
  context.fillRect(0, 0, 256, 256);
  return texture(made, 1);
}

/** Pixels of a board's texture to a unit. */
const UNIT = 64;

/** A site's board: pale maple, the plan's ground with the yard, the site's name at the front. */
export function boardTop(edition: Edition, layout: Layout, spot: Spot, name: string, sharp: number): CanvasTexture {
  const [wide, deep] = [spot.right - spot.left, spot.front - spot.back];
  const [made, context] = canvas(Math.round(wide * UNIT), Math.round(deep * UNIT));
  const random = chance(edition.sites.indexOf(spot.site) + 31);
  context.scale(UNIT, UNIT);
  const maple = context.createLinearGradient(0, 0, wide, deep);
  maple.addColorStop(0, "#c9a678");
  maple.addColorStop(0.5, "#bf9767");
  maple.addColorStop(1, "#b58a5b");
  context.fillStyle = maple;
  context.fillRect(0, 0, wide, deep);
  context.save();
  context.scale(1 / UNIT, 1 / UNIT);
  grain(context, [0, 0, made.width, made.height], "#7b5230", "#f1dcb8", random, 1);
  context.restore();
  // A burnt line along the edge.
  context.strokeStyle = "rgb(74 44 22 / .55)";
  context.lineWidth = 0.05;
  context.strokeRect(0.2, 0.2, wide - 0.4, deep - 0.4);
  context.lineWidth = 0.018;
  context.strokeRect(0.29, 0.29, wide - 0.58, deep - 0.58);

  // The ground under the plan, a little larger than the stones, and the trodden yard inside.
  context.save();
  context.translate(MARGIN.left, MARGIN.back);
  context.lineJoin = "round";
  const yard = enclosed(edition, spot);
  context.fillStyle = "#8f7a4e";
  for (const [x, y] of yard) context.fillRect(x - 0.02, y - 0.02, 1.04, 1.04);
  for (const [x, y] of yard)
    for (let i = 0; i < 26; i++) {
      context.fillStyle = random() < 0.5 ? "rgb(92 96 50 / .35)" : "rgb(214 190 132 / .28)";
      context.fillRect(x + random(), y + random(), 0.03 + random() * 0.05, 0.02 + random() * 0.06);
    }
  context.fillStyle = "rgb(58 40 26 / .9)";
  for (const [x, y] of edition.columns(spot.site)) {
    context.beginPath();
    context.roundRect(x - 0.13, y - 0.13, 1.26, 1.26, 0.16);
    context.fill();
  }
  context.restore();

  context.save();
  context.translate(-spot.left, -spot.back);
  context.globalCompositeOperation = "soft-light";
  panes(context, layout, 0.17);
  context.globalCompositeOperation = "source-over";
  // Where something stands on it, it is dark all around.
  const { x: besideX, ...besideZ } = beside(spot);
  for (const [z, far] of [
    [besideZ.stick, 1],
    [besideZ.standee, 0.95],
    [besideZ.disk, 1],
  ] as const) {
    const dark = context.createRadialGradient(besideX, z, far * 0.5, besideX, z, far);
    dark.addColorStop(0, "rgb(30 16 6 / .6)");
    dark.addColorStop(1, "rgb(30 16 6 / 0)");
    context.fillStyle = dark;
    context.fillRect(besideX - far, z - far, 2 * far, 2 * far);
  }
  context.restore();

  context.save();
  context.translate(MARGIN.left + spot.across / 2, deep - MARGIN.front / 2 + 0.02);
  plate(context, name, spot.across + 0.6);
  context.restore();
  return texture(made, sharp);
}

/** How much larger than they are drawn the letters of a plate are set. */
const LARGE = 100;

/** A dark plate with a name in pale letters, around the origin. */
function plate(context: CanvasRenderingContext2D, name: string, most: number): void {
  const text = name.slice(0, 1).toLocaleUpperCase() + name.slice(1);
  // Letters of less than a pixel are set by whole pixels in some browsers: they are set large, and drawn small.
  const set = (size: number): number => {
    context.font = `600 ${size * LARGE}px ${SERIF}`;
    return context.measureText(text).width / LARGE;
  };
  let size = 0.7;
  let wide = set(size);
  if (wide > most - 0.8) wide = set((size *= (most - 0.8) / wide));
  context.fillStyle = "#3b2a1e";
  context.beginPath();
  context.roundRect(-wide / 2 - 0.42, -0.44, wide + 0.84, 0.88, 0.14);
  context.fill();
  context.strokeStyle = "#c9a15c";
  context.lineWidth = 0.03;
  context.beginPath();
  context.roundRect(-wide / 2 - 0.35, -0.37, wide + 0.7, 0.74, 0.1);
  context.stroke();
  context.fillStyle = "#f3e3c3";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.scale(1 / LARGE, 1 / LARGE);
  context.fillText(text, 0, 0.03 * LARGE);
}

/** The cells inside the outline of a plan: those that cannot be reached from outside without crossing a column. */
export function enclosed(edition: Edition, spot: Pick<Spot, "site" | "across" | "down">): [number, number][] {
  const outside = new Set<string>();
  const open: [number, number][] = [[-1, -1]];
  for (let cell = open.pop(); cell; cell = open.pop()) {
    const [x, y] = cell;
    const key = `${x},${y}`;
    if (x < -1 || y < -1 || x > spot.across || y > spot.down) continue;
    if (outside.has(key) || edition.inPlan(spot.site, x, y)) continue;
    outside.add(key);
    open.push([x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]);
  }
  const found: [number, number][] = [];
  for (let y = 0; y < spot.down; y++)
    for (let x = 0; x < spot.across; x++)
      if (!outside.has(`${x},${y}`) && !edition.inPlan(spot.site, x, y)) found.push([x, y]);
  return found;
}

export const markText = (mark: number): string => (mark === 1 ? "+" : mark === -1 ? "−" : String(mark));

/** How wide a tally stick is, and how tall its coloured top. */
export const STICK = { wide: 0.62, cap: 0.62 };

/** The sides of a tally stick: a mark a level from the bottom, the next to count in gold, on top the stick's colour. */
export function stickSide(marks: readonly number[], colour: string, counted: number, sharp: number): CanvasTexture {
  const cell = 160;
  const wide = Math.round(cell * STICK.wide);
  const cap = Math.round(cell * STICK.cap);
  const [made, context] = canvas(wide, cell * marks.length + cap);
  context.fillStyle = "#d8b98a";
  context.fillRect(0, 0, made.width, made.height);
  context.save();
  context.rotate(Math.PI / 2);
  grain(context, [0, -made.width, made.height, made.width], "#7b5230", "#fff0d2", chance(3), 1);
  context.restore();
  context.fillStyle = paintOf(colour).wood;
  context.fillRect(0, 0, wide, cap);
  drawMark(context, colour, wide / 2, cap / 2, cap);
  context.textAlign = "center";
  context.textBaseline = "middle";
  marks.forEach((mark, number) => {
    const top = made.height - (number + 1) * cell;
    const next = number === counted;
    const done = number < counted;
    if (next || done) {
      context.fillStyle = next ? "#f2b63a" : "rgb(238 244 249 / .8)";
      context.fillRect(0, top, wide, cell);
    }
    context.fillStyle = done ? "#7d8a97" : "#35210f";
    context.font = `700 ${cell * 0.74}px ${SERIF}`;
    context.fillText(markText(mark), wide / 2, top + cell * 0.53);
    context.fillStyle = "rgb(60 36 18 / .6)";
    context.fillRect(0, top, wide, 4);
  });
  return texture(made, sharp);
}

/** The face of a bonus disk: its value within a ring of its colour. */
export function diskFace(value: number, colour: string | null, sharp: number): CanvasTexture {
  const side = 256;
  const [made, context] = canvas(side, side);
  const half = side / 2;
  context.fillStyle = colour ? paintOf(colour).wood : "#5d4330";
  context.fillRect(0, 0, side, side);
  context.strokeStyle = "rgb(42 26 14 / .55)";
  context.lineWidth = 6;
  context.beginPath();
  context.arc(half, half, half - 4, 0, 7);
  context.stroke();
  context.fillStyle = "#ecd9b4";
  context.beginPath();
  context.arc(half, half, half * 0.76, 0, 7);
  context.fill();
  context.stroke();
  context.fillStyle = "#35210f";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = `700 ${side * 0.5}px ${SERIF}`;
  context.fillText(String(value), half, half + 8);
  return texture(made, sharp);
}

/** A soft-edged square for the columns that glow. */
export function glowPatch(sharp: number): CanvasTexture {
  const side = 128;
  const [made, context] = canvas(side, side);
  const soft = context.createRadialGradient(64, 64, 8, 64, 64, 70);
  soft.addColorStop(0, "rgb(255 220 130 / .22)");
  soft.addColorStop(1, "rgb(255 184 60 / .5)");
  context.fillStyle = soft;
  context.beginPath();
  context.roundRect(10, 10, 108, 108, 18);
  context.fill();
  context.lineWidth = 7;
  context.strokeStyle = "rgb(255 196 70 / .95)";
  context.stroke();
  context.lineWidth = 3;
  context.strokeStyle = "rgb(92 50 6 / .9)";
  context.beginPath();
  context.roundRect(4.5, 4.5, 119, 119, 22);
  context.stroke();
  return texture(made, sharp);
}
