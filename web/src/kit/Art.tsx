// The picture of the front page: the three sites as small cube buildings on a winter morning. Drawn here, cube by cube.

import styles from "./Art.module.css";
import colours from "./colours.module.css";

/** A cube of a picture: x to the lower right, y to the lower left, z up; a letter for its colour. */
type Cube = [x: number, y: number, z: number, colour: string];

const FACES: Record<string, [top: string, left: string, right: string]> = {
  w: ["#fbf7ee", "#e3d9c6", "#cabda6"],
  n: ["#96643f", colours.brownWood!, "#5f381f"],
  y: ["#f3ca66", "#e0ac37", "#bd8a22"],
  b: ["#628fbf", colours.blueWood!, "#2f5682"],
};
const SNOW = ["#ffffff", "#eaf1f6", "#d3e0ea"] as const;

const HALF = 15;
const RISE = 17;

/** Walls by level: each picture line is a row of y, each sign a cube of x; a dot is empty. */
function walls(levels: string[][]): Cube[] {
  return levels.flatMap((rows, z) =>
    rows.flatMap((row, y) => [...row].flatMap((colour, x) => (colour === "." ? [] : [[x, y, z, colour] as Cube]))),
  );
}

// A nave with a belfry, and a cross on top of it.
const CHURCH: Cube[] = [
  ...walls([
    ["wnyb", "n..n", "y..w", "bwyb", "wn..", "yb.."],
    ["ynwb", "b..w", "n..n", "wbny", "nw..", "by.."],
    ["wbyn", "y..b", "b..w", "nywb", "yb..", "wn.."],
    ["", "", "", "", "nw..", "yb.."],
    ["", "", "", "", "wy..", "nw.."],
  ]),
  [0, 5, 5, "n"],
  [0, 5, 6, "n"],
  [0, 5, 7, "n"],
  [-1, 5, 6, "n"],
  [1, 5, 6, "n"],
];
// A tower that narrows towards its top.
const MILL = walls([
  ["ybwny", "w...b", "n...w", "b...y", "ywnbw"],
  ["nywby", "b...n", "y...w", "w...b", "bynwy"],
  ["", ".yby", ".w.n", ".byw"],
  ["", ".nwy", ".y.b", ".wyn"],
  ["", ".byw", ".y.y", ".ywb"],
]);
// Low walls between four corners.
const REDOUBT = walls([
  ["bw..nb", "bnwbyw", ".y..n.", ".b..w.", "wbynbw", "bn..wb"],
  ["wb..bn", "nbywby", ".w..b.", ".n..y.", "bwnbyb", "wb..bn"],
  ["bn..wb", "w....n", "", "", "n....w", "bw..nb"],
]);

function Building({ cubes, x, y, scale = 1 }: { cubes: Cube[]; x: number; y: number; scale?: number }) {
  const filled = new Set(cubes.map(([cx, cy, cz]) => `${cx},${cy},${cz}`));
  const covered = (cx: number, cy: number, cz: number) => filled.has(`${cx},${cy},${cz}`);
  // From the back to the front, from the bottom to the top.
  const sorted = [...cubes].sort((one, other) => one[0] + one[1] - other[0] - other[1] || one[2] - other[2]);
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      {sorted.map(([cx, cy, cz, colour]) => {
        const [top, left, right] = FACES[colour]!;
        const px = (cx - cy) * HALF;
        const py = ((cx + cy) * HALF) / 2 - cz * RISE;
        const open = !covered(cx, cy, cz + 1);
        const lid = `M${px} ${py - HALF / 2}l${HALF} ${HALF / 2}l${-HALF} ${HALF / 2}l${-HALF} ${-HALF / 2}z`;
        return (
          <g key={`${cx},${cy},${cz}`} strokeLinejoin="round">
            <path d={`M${px - HALF} ${py}l${HALF} ${HALF / 2}v${RISE}l${-HALF} ${-HALF / 2}z`} fill={left} />
            <path d={`M${px + HALF} ${py}l${-HALF} ${HALF / 2}v${RISE}l${HALF} ${-HALF / 2}z`} fill={right} />
            {open ? (
              <>
                <path d={`M${px - HALF} ${py}l${HALF} ${HALF / 2}v4q-5 3 -8 -2q-4 0 -7 -3z`} fill={SNOW[1]} />
                <path d={`M${px + HALF} ${py}l${-HALF} ${HALF / 2}v4q4 0 7 -4q5 1 8 -3z`} fill={SNOW[2]} />
                <path d={lid} fill={SNOW[0]} stroke={SNOW[0]} strokeWidth={0.6} />
              </>
            ) : (
              <path d={lid} fill={top} />
            )}
            <path
              d={`M${px - HALF} ${py}v${RISE}M${px} ${py + HALF / 2 + (open ? 4 : 0)}v${RISE - (open ? 4 : 0)}`}
              stroke="#2a211a"
              strokeOpacity={0.14}
              strokeWidth={0.8}
              fill="none"
            />
            {/* Snow gathers at the foot of the walls. */}
            {cz === 0 && !covered(cx, cy + 1, 0) && (
              <ellipse cx={px - HALF / 2} cy={py + RISE + HALF / 4 + 1} rx={13} ry={4.6} fill={SNOW[0]} />
            )}
            {cz === 0 && !covered(cx + 1, cy, 0) && (
              <ellipse cx={px + HALF / 2} cy={py + RISE + HALF / 4 + 1} rx={13} ry={4.6} fill={SNOW[1]} />
            )}
          </g>
        );
      })}
    </g>
  );
}

/** The sails of the mill: two crossed beams with slats, on the side one sees. */
function Sails({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y}) skewY(-16)`} fill="none" strokeLinecap="round">
      {[45, 135, 225, 315].map((turn) => (
        <g key={turn} transform={`rotate(${turn})`}>
          <path d="M0 0V-46" stroke="#5d4330" strokeWidth={3.4} />
          <path d="M0 -14H9V-44H0M0 -22H9M0 -29H9M0 -36H9" stroke="#8a6748" strokeWidth={1.7} />
          <path d="M1 -45H8" stroke={SNOW[0]} strokeWidth={2.4} />
        </g>
      ))}
      <circle r={4} fill="#3b2a1e" />
    </g>
  );
}

/** A spruce under snow; its height is its size. */
function Spruce({ x, y, size, far = false }: { x: number; y: number; size: number; far?: boolean }) {
  const tier = (from: number, to: number, wide: number) =>
    `M0 ${-size * from}L${size * wide} ${-size * to}Q0 ${-size * (to - 0.06)} ${-size * wide} ${-size * to}z`;
  return (
    <g transform={`translate(${x} ${y})`} opacity={far ? 0.55 : 1}>
      <rect x={-size * 0.035} y={-size * 0.14} width={size * 0.07} height={size * 0.16} fill="#5d4330" />
      {(
        [
          [0.62, 0.1, 0.27],
          [0.82, 0.34, 0.21],
          [1, 0.58, 0.15],
        ] as const
      ).map(([from, to, wide]) => (
        <g key={from}>
          <path d={tier(from, to, wide)} fill={far ? "#6f8c9c" : "#3d5f68"} />
          <path
            d={`M0 ${-size * from}L${-size * wide} ${-size * to}Q${-size * wide * 0.35} ${-size * (to + 0.06)} ${-size * 0.02} ${-size * (from - 0.17)}z`}
            fill="#eef4f8"
            opacity={0.9}
          />
        </g>
      ))}
    </g>
  );
}

// Where flakes hang in the air: x, y and radius, spread by hand so that none lies on the title.
const FLAKES: [number, number, number][] = [
  [40, 60, 2.4],
  [118, 250, 1.8],
  [205, 36, 1.6],
  [300, 120, 2.2],
  [372, 34, 1.6],
  [455, 200, 2.4],
  [520, 70, 1.8],
  [590, 150, 2.6],
  [640, 40, 1.6],
  [702, 112, 2],
  [760, 30, 2.4],
  [812, 140, 1.6],
  [868, 66, 2.2],
  [930, 24, 1.6],
  [985, 128, 2.4],
  [1040, 58, 1.8],
  [1105, 160, 2.2],
  [1160, 90, 1.6],
  [1215, 40, 2.4],
  [1270, 190, 1.8],
  [1330, 80, 2.2],
  [1392, 150, 1.6],
  [160, 160, 2],
  [430, 110, 1.6],
  [1010, 220, 1.8],
  [770, 210, 1.6],
  [560, 240, 2],
];

const SHADOWS: [x: number, y: number, wide: number][] = [
  [656, 322, 118],
  [842, 314, 112],
  [1024, 332, 128],
];

export function Art() {
  return (
    <svg className={styles.art} viewBox="0 0 1440 400" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <defs>
        <linearGradient id="home-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#a9c4d8" />
          <stop offset="0.5" stopColor="#d8e4ea" />
          <stop offset="0.78" stopColor="#f8e6cf" />
        </linearGradient>
        <radialGradient id="home-sun" cx="0.5" cy="0.5" r="0.5">
          <stop offset="0" stopColor="#fff6df" />
          <stop offset="0.25" stopColor="#ffeac2" stopOpacity="0.85" />
          <stop offset="1" stopColor="#ffe2b0" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="home-ground" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#ffffff" />
          <stop offset="1" stopColor="#e4edf4" />
        </linearGradient>
      </defs>
      <rect width="1440" height="400" fill="url(#home-sky)" />
      <circle cx="1225" cy="210" r="190" fill="url(#home-sun)" />
      <path d="M0 268Q150 206 320 244T640 226T980 240T1240 212T1440 246V400H0z" fill="#b9cedb" />
      <path d="M0 290Q220 246 430 276T820 262T1180 272T1440 256V400H0z" fill="#d3e1ea" />
      {[
        [44, 286, 58],
        [86, 282, 44],
        [350, 276, 46],
        [394, 276, 60],
        [436, 279, 42],
        [604, 272, 44],
        [1180, 276, 52],
        [1222, 272, 40],
        [1330, 268, 60],
        [1374, 266, 46],
      ].map(([x, y, size]) => (
        <Spruce key={x} x={x!} y={y!} size={size!} far />
      ))}
      <path d="M0 318Q260 280 560 300T1060 296T1440 288V400H0z" fill="url(#home-ground)" />
      <Spruce x={566} y={316} size={104} />
      <Spruce x={1196} y={312} size={124} />
      <Spruce x={1244} y={326} size={88} />
      {/* The sun stands low on the right: long shadows to the left, all of them below all of the walls. */}
      {SHADOWS.map(([x, y, wide]) => (
        <ellipse key={x} cx={x} cy={y} rx={wide} ry={wide / 4.6} fill="#8fabc0" opacity={0.3} />
      ))}
      <Building cubes={CHURCH} x={706} y={246} scale={1.08} />
      <Building cubes={MILL} x={884} y={238} scale={1.08} />
      <Sails x={908} y={226} />
      <Building cubes={REDOUBT} x={1074} y={250} scale={1.04} />
      <g className={styles.left}>
        <Spruce x={126} y={372} size={102} />
        <Spruce x={184} y={382} size={74} />
      </g>
      <Spruce x={1352} y={372} size={138} />
      <path d="M0 376Q240 350 520 372T1000 374T1440 362V400H0z" fill="#f7f1e5" />
      {FLAKES.map(([x, y, r]) => (
        <circle key={x} cx={x} cy={y} r={r} fill="#ffffff" opacity={0.9} />
      ))}
    </svg>
  );
}
