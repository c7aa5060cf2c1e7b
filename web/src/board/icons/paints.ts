// The colours of cubes and the mark each carries, for the 3D picture and for the flat icons: colour is never the
// only sign.

import colours from "../../kit/colours.module.css";

export type Mark = "ring" | "cross" | "triangle" | "square";

export interface Paint {
  /** The wood of the cube. */
  wood: string;
  /** What the mark is drawn in. */
  ink: string;
  mark: Mark;
  /** The mark as a letter, for lines of text. */
  sign: string;
}

const PAINTS: Record<string, Paint> = {
  white: { wood: colours.whiteWood!, ink: "#9a8b74", mark: "ring", sign: "○" },
  brown: { wood: colours.brownWood!, ink: "#e2bd93", mark: "cross", sign: "✕" },
  yellow: { wood: colours.yellowWood!, ink: "#8a5a08", mark: "triangle", sign: "▲" },
  blue: { wood: colours.blueWood!, ink: "#cfe2f4", mark: "square", sign: "■" },
};

/** The order in which the shader of the cubes knows the marks. */
export const MARKS: readonly Mark[] = ["ring", "cross", "triangle", "square"];

export function paintOf(colour: string): Paint {
  return PAINTS[colour] ?? mixed(colour);
}

/** A colour of some other edition has a paint by its name: the same each time, and none of ours. */
function mixed(colour: string): Paint {
  const sum = [...colour].reduce((before, letter) => (before * 31 + letter.codePointAt(0)!) % 3600, 7);
  const like = Object.values(PAINTS)[sum % MARKS.length]!;
  return { ...like, wood: `hsl(${sum % 360}, 45%, 45%)`, ink: `hsl(${sum % 360}, 60%, 88%)` };
}

/** Whether it is one of our colours; seats that play for none have other names. */
export const isOurs = (colour: string): boolean => colour in PAINTS;

/** The sign of a colour, for lines of text. */
export const signOf = (colour: string): string => paintOf(colour).sign;

/** A mark as an SVG path around the origin, in a square of side 1; ring and cross are stroked, the others filled. */
export const MARK_PATHS: Record<Mark, { path: string; stroked: boolean }> = {
  ring: { path: "M0.22 0A0.22 0.22 0 1 1 -0.22 0A0.22 0.22 0 1 1 0.22 0Z", stroked: true },
  cross: { path: "M-0.2 -0.2L0.2 0.2M-0.2 0.2L0.2 -0.2", stroked: true },
  triangle: { path: "M0 -0.27L0.27 0.2L-0.27 0.2Z", stroked: false },
  square: { path: "M-0.21 -0.21H0.21V0.21H-0.21Z", stroked: false },
};

/** Draw a mark on a canvas around a point, in a square of the given side. */
export function drawMark(context: CanvasRenderingContext2D, colour: string, x: number, y: number, side: number): void {
  const { ink, mark } = paintOf(colour);
  const { path, stroked } = MARK_PATHS[mark];
  context.save();
  context.translate(x, y);
  context.scale(side, side);
  context.lineWidth = 0.11;
  context.lineCap = "round";
  context.strokeStyle = context.fillStyle = ink;
  if (stroked) context.stroke(new Path2D(path));
  else context.fill(new Path2D(path));
  context.restore();
}
