// Small flat drawings of blocks, shapes and poses, for cards, the stock and the strip of poses. Decoration beside
// words: a screen reader passes them over.

import type { Edition } from "../../model/edition";
import type { Cell } from "../../protocol";
import { MARK_PATHS, paintOf } from "./paints";

const LINE = "#2a1a0e";

function MarkPath({ colour, transform }: { colour: string; transform: string }) {
  const { ink, mark } = paintOf(colour);
  const { path, stroked } = MARK_PATHS[mark];
  return stroked ? (
    <path d={path} transform={transform} fill="none" stroke={ink} strokeWidth={0.12} strokeLinecap="round" />
  ) : (
    <path d={path} transform={transform} fill={ink} />
  );
}

/** The width and height a flat drawing takes up, in cubes. */
function extent(cells: readonly (readonly [number, number])[]): [number, number] {
  return [Math.max(...cells.map(([x]) => x)) + 1, Math.max(...cells.map(([, y]) => y)) + 1];
}

interface FromAboveProps {
  cells: readonly (readonly [number, number])[];
  size: number;
  fill: (number: number) => string;
  colours?: readonly string[];
}

/** Cells from above in a square of the given size; what fits loosely is not blown up, so cubes stay comparable. */
function FromAbove({ cells, size, fill, colours }: FromAboveProps) {
  const [wide, high] = extent(cells);
  const side = Math.max(wide, high, 3) + 0.3;
  return (
    <svg
      width={size}
      height={size}
      viewBox={`${(wide - side) / 2} ${(high - side) / 2} ${side} ${side}`}
      aria-hidden="true"
      focusable="false"
    >
      {cells.map(([x, y], number) => (
        <g key={number}>
          <rect
            x={x + 0.02}
            y={y + 0.02}
            width={0.96}
            height={0.96}
            rx={0.12}
            fill={fill(number)}
            stroke={LINE}
            strokeWidth={0.05}
          />
          <g strokeWidth={0.07} strokeLinecap="round">
            <path d={`M${x + 0.12} ${y + 0.1}H${x + 0.88}`} stroke="#fff" strokeOpacity={0.45} />
            <path d={`M${x + 0.12} ${y + 0.9}H${x + 0.88}`} stroke="#000" strokeOpacity={0.18} />
          </g>
          {colours && <MarkPath colour={colours[number]!} transform={`translate(${x + 0.5} ${y + 0.5})`} />}
        </g>
      ))}
    </svg>
  );
}

/** A block with its colours and marks. */
export function BlockIcon({ edition, block, size = 48 }: { edition: Edition; block: string; size?: number }) {
  const colours = edition.coloursOf(block);
  return (
    <FromAbove
      cells={edition.drawing(edition.shapeOf(block))}
      size={size}
      fill={(number) => paintOf(colours[number]!).wood}
      colours={colours}
    />
  );
}

/** A shape in plain wood, as on a card. */
export function ShapeIcon({ edition, shape, size = 48 }: { edition: Edition; shape: string; size?: number }) {
  return <FromAbove cells={edition.drawing(shape)} size={size} fill={() => "#d9c3a5"} />;
}

const COS = Math.cos(Math.PI / 6);
const SIN = 0.5;

/** Where a corner (x to the right, y to the viewer, z up) lies on an isometric drawing. */
const drawn = (x: number, y: number, z: number): [number, number] => [(x - y) * COS, (x + y) * SIN - z];
type Corner = [number, number, number];
const points = (...corners: Corner[]): string =>
  corners
    .map((corner) =>
      drawn(...corner)
        .map((part) => part.toFixed(3))
        .join(),
    )
    .join(" ");

/** What maps a mark drawn in a unit square onto a face that is spanned by two edges. */
function onto(origin: Corner, right: Corner, down: Corner): string {
  const [ox, oy] = drawn(...origin);
  const [rx, ry] = drawn(...right);
  const [dx, dy] = drawn(...down);
  const parts = [rx, ry, dx, dy, ox, oy].map((part) => part.toFixed(3));
  return `matrix(${parts.join(" ")})`;
}

interface PoseIconProps {
  edition: Edition;
  block: string;
  /** Cells of the block in its own cube order: those of a ghost or of a legal placement. */
  cubes: readonly Cell[];
  size?: number;
}

/** A block as it would stand, seen from above at a corner; the ground is drawn where no cube touches it. */
export function PoseIcon({ edition, block, cubes, size = 64 }: PoseIconProps) {
  const colours = edition.coloursOf(block);
  const [x0, y0, z0] = [0, 1, 2].map((axis) => Math.min(...cubes.map((cell) => cell[axis]!))) as Corner;
  const cells = cubes.map((cell, number) => ({
    x: cell[0] - x0,
    y: cell[1] - y0,
    z: cell[2] - z0,
    colour: colours[number]!,
  }));
  // What lies behind, and below, is drawn first.
  const ordered = [...cells].sort((one, other) => one.x + one.y + one.z - (other.x + other.y + other.z));
  const ground = [...new Map(cells.map((cell) => [`${cell.x},${cell.y}`, cell])).values()];
  const corners = cells.flatMap(({ x, y, z }) =>
    [0, 1].flatMap((a) => [0, 1].flatMap((b) => [0, z, z + 1].map((height) => drawn(x + a, y + b, height)))),
  );
  const [left, right] = [Math.min(...corners.map(([x]) => x)), Math.max(...corners.map(([x]) => x))];
  const [top, bottom] = [Math.min(...corners.map(([, y]) => y)), Math.max(...corners.map(([, y]) => y))];
  const side = Math.max(right - left, bottom - top, 3.2) + 0.2;
  const view = `${(left + right - side) / 2} ${(top + bottom - side) / 2} ${side} ${side}`;
  return (
    <svg width={size} height={size} viewBox={view} aria-hidden="true" focusable="false">
      {ground.map(({ x, y }) => (
        <polygon
          key={`${x},${y}`}
          points={points([x, y, 0], [x + 1, y, 0], [x + 1, y + 1, 0], [x, y + 1, 0])}
          fill={LINE}
          fillOpacity={0.16}
        />
      ))}
      {ordered.map(({ x, y, z, colour }) => (
        <g key={`${x},${y},${z}`} stroke={LINE} strokeWidth={0.05} strokeLinejoin="round" fill={paintOf(colour).wood}>
          <polygon points={points([x, y, z + 1], [x + 1, y, z + 1], [x + 1, y + 1, z + 1], [x, y + 1, z + 1])} />
          <polygon points={points([x, y + 1, z + 1], [x + 1, y + 1, z + 1], [x + 1, y + 1, z], [x, y + 1, z])} />
          <polygon points={points([x + 1, y + 1, z + 1], [x + 1, y, z + 1], [x + 1, y, z], [x + 1, y + 1, z])} />
          <g stroke="none" fill="#000">
            <polygon
              fillOpacity={0.14}
              points={points([x, y + 1, z + 1], [x + 1, y + 1, z + 1], [x + 1, y + 1, z], [x, y + 1, z])}
            />
            <polygon
              fillOpacity={0.32}
              points={points([x + 1, y + 1, z + 1], [x + 1, y, z + 1], [x + 1, y, z], [x + 1, y + 1, z])}
            />
          </g>
          <MarkPath colour={colour} transform={onto([x + 0.5, y + 0.5, z + 1], [1, 0, 0], [0, 1, 0])} />
          <MarkPath colour={colour} transform={onto([x + 0.5, y + 1, z + 0.5], [1, 0, 0], [0, 0, -1])} />
          <MarkPath colour={colour} transform={onto([x + 1, y + 0.5, z + 0.5], [0, -1, 0], [0, 0, -1])} />
        </g>
      ))}
    </svg>
  );
}
