// Portraits of those who are not people at the table: the allies and the bots. Drawn here, in a few strokes each.

import type { ReactNode } from "react";
import styles from "./Portrait.module.css";

interface Look {
  ground: string;
  skin: string;
  coat: string;
  /** Behind the head, and before it. */
  behind?: ReactNode;
  before: ReactNode;
}

const INK = "#2a1a0e";

const LOOKS: Record<string, Look> = {
  // A woman of the King's, in coif and shawl.
  fille: {
    ground: "#f0cf9a",
    skin: "#f1c9a5",
    coat: "#7b3450",
    behind: <path d="M10 24C8 10 13 4 20 4s12 6 10 20z" fill="#f7f2e7" />,
    before: (
      <>
        <path d="M12.6 17c1-4 3.4-6 7.4-6s6.4 2 7.4 6c0-6-2.6-9-7.4-9s-7.4 3-7.4 9z" fill="#8a4a24" />
        <path d="M11.5 17c0-7 3.5-11 8.5-11s8.5 4 8.5 11c-1.5-5-4.5-7-8.5-7s-7 2-8.5 7z" fill="#fffaf0" />
        <path d="M8 33l12 6 12-6-5-4.5-7 5-7-5z" fill="#f7f2e7" />
      </>
    ),
  },
  // A runner of the woods: fur cap, beard, sash.
  coureur: {
    ground: "#b9c9a6",
    skin: "#dfae82",
    coat: "#8d5f30",
    behind: <path d="M27 9c6 2 7 10 4 16l-3-1c2-4 1-8-2-11z" fill="#6b4526" />,
    before: (
      <>
        <path d="M12.5 18c0 8 3 12 7.5 12s7.5-4 7.5-12c-1.5 3.5-4 4.5-7.5 4.5S14 21.5 12.5 18z" fill="#5a3417" />
        <path d="M17 23.5q3 2 6 0" stroke="#dfae82" strokeWidth={1.2} fill="none" />
        <path d="M11 15c-.5-8 4-11 9-11s9.5 3 9 11c-5-2-13-2-18 0z" fill="#7d5330" />
        <path d="M11 15c5-2 13-2 18 0v-3c-5-2-13-2-18 0z" fill="#b98a55" />
        <path d="M6 36l28-3v4L6 40z" fill="#b5372a" />
      </>
    ),
  },
  // A Wendat ally: braided hair, a woven band, shell beads.
  huron: {
    ground: "#e3b88c",
    skin: "#b97f57",
    coat: "#5d3a24",
    behind: <path d="M11 30c-3-16 1-25 9-25s12 9 9 25l-3-1-1-9H15l-1 9z" fill="#1f1612" />,
    before: (
      <>
        <path
          d="M12.5 17c0-7 3-10.5 7.5-10.5s7.5 3.5 7.5 10.5c-1-4-2.5-6-7.5-7.5-5 1.5-6.5 3.5-7.5 7.5z"
          fill="#1f1612"
        />
        <path d="M12.6 13.5q7.4-3 14.8 0v2q-7.4-3-14.8 0z" fill="#a83a2c" />
        <path d="M15 12.9l1.5 1.5 1.5-1.7 2 1.5 2-1.5 1.5 1.7 1.5-1.5" stroke="#f3e3c3" strokeWidth={0.8} fill="none" />
        <path d="M12 31q8 6 16 0" stroke="#f3eee2" strokeWidth={1.6} strokeDasharray="1.4 1" fill="none" />
        <path d="M11 34q9 6.5 18 0" stroke="#6a4a86" strokeWidth={1.6} strokeDasharray="1.4 1" fill="none" />
      </>
    ),
  },
  apprenti: {
    ground: "#cfe2ee",
    skin: "#f1c7a0",
    coat: "#a9713b",
    before: (
      <>
        <path d="M12.5 17c0-3 .5-5 2-6h11c1.5 1 2 3 2 6l-2-3-11 0z" fill="#c4752c" />
        <path d="M10.5 12c1-6 5-8 10-8s8 3 9 7c-6-1-13-1-19 1z" fill="#2f5d8a" />
        <path
          d="M16 20.5h.01M24 20.5h.01M15.2 21.8h.01M24.8 21.8h.01"
          stroke="#b5763f"
          strokeWidth={1}
          strokeLinecap="round"
        />
        <path d="M15 29l5 5 5-5" stroke="#f7f1e5" strokeWidth={2.4} fill="none" />
      </>
    ),
  },
  artisan: {
    ground: "#e6d2ac",
    skin: "#dca97c",
    coat: "#f1e9da",
    before: (
      <>
        <path d="M12.5 16c-.5-7 3-10 7.5-10s8 3 7.5 10c-1-3-2.5-4.5-4-5h-7c-1.5.500-3 2-4 5z" fill="#3b2415" />
        <path d="M14.5 22.5q5.5-3.5 11 0-2.5 2.5-5.5.500-3 2-5.5-.5z" fill="#3b2415" />
        <path d="M13 31h14v9H13z" fill="#8a5a2d" />
        <path d="M13 31l-2-4M27 31l2-4" stroke="#8a5a2d" strokeWidth={2} />
        <path d="M15.5 28.5l4.5 2.5 4.5-2.5-1 4h-7z" fill="#b5372a" />
      </>
    ),
  },
  greedy: {
    ground: "#f1dc8e",
    skin: "#eec09a",
    coat: "#2f6b4a",
    before: (
      <>
        <path d="M12.5 18c-1-5 0-8 2-9h11c2 1 3 4 2 9-.5-3-1.5-5-3-6h-9c-1.5 1-2.5 3-3 6z" fill="#5c3a1f" />
        <path d="M7 12q13-13 26 0-6-2-13-2T7 12z" fill="#33251b" />
        <path d="M8 12q12-4 24 0" stroke="#e0b040" strokeWidth={1.3} fill="none" />
        <path d="M17 22.3q3.5 2.2 6-.6" stroke={INK} strokeWidth={1} fill="none" />
        <circle cx={31} cy={33} r={4.5} fill="#f2c53a" stroke="#9a6f10" strokeWidth={1} />
      </>
    ),
  },
  maitre: {
    ground: "#d8cbe0",
    skin: "#e6bd98",
    coat: "#463a5e",
    before: (
      <>
        <path d="M12.5 17c-.5 9 2 15 7.5 15s8-6 7.5-15c-1 4-2 6-4 6.5h-7c-2-.5-3-2.5-4-6.5z" fill="#d9d6cf" />
        <path d="M17 24.3q3 1.5 6 0" stroke="#9a6a50" strokeWidth={1} fill="none" />
        <path d="M11.5 14c0-6 4-9 8.5-9s8.5 3 8.5 9c-5-2-12-2-17 0z" fill="#7a1f2b" />
        <path d="M14.5 16.6q1.8-1.4 3.5 0M22 16.6q1.8-1.4 3.5 0" stroke="#bdb9b0" strokeWidth={1.1} fill="none" />
      </>
    ),
  },
  ingenieur: {
    ground: "#b9cede",
    skin: "#efc8a6",
    coat: "#27456b",
    behind: <path d="M9 27c-2-8 2-14 3-17h16c1 3 5 9 3 17-3 2-4-2-4-6H13c0 4-1 8-4 6z" fill="#efece4" />,
    before: (
      <>
        <path d="M12.5 16c0-6 3-8.5 7.5-8.5s7.5 2.5 7.5 8.5c-1.5-3-4-4.5-7.5-4.5S14 13 12.5 16z" fill="#f7f5ef" />
        <path d="M6 11Q20-2 34 11q-7-3-14-3T6 11z" fill="#1d2733" />
        <path d="M7 11q13-5.5 26 0" stroke="#e8c765" strokeWidth={1.4} fill="none" />
        <path d="M17 28.5h6l1.5 8L20 34l-4.5 2.5z" fill="#fffaf0" />
        <path d="M30 27l-3 10M30 27l3 10M28.2 33h3.6" stroke="#e8c765" strokeWidth={1.3} fill="none" />
      </>
    ),
  },
  random: {
    ground: "#31456b",
    skin: "#eec6a4",
    coat: "#6f8fb5",
    behind: (
      <>
        <path d="M33 7a4.5 4.5 0 1 1-4.5-4.5A3.6 3.6 0 0 0 33 7z" fill="#f6e6a8" />
        <path d="M6 9h.01M9 4h.01M4 17h.01" stroke="#f6e6a8" strokeWidth={1.5} strokeLinecap="round" />
        <path d="M10 32c-3-14 0-26 10-26s13 12 10 26c-3 1-5 0-5-3H15c0 3-2 4-5 3z" fill="#b0682f" />
      </>
    ),
    before: (
      <>
        <path d="M12.5 18c0-7 2.5-11 8-11 4.5 0 7 4 7 10-2-1-4-3-5-6-2 4-6 6-10 7z" fill="#b0682f" />
        <path d="M15.4 18q1.6 1.3 3.2 0M21.8 18q1.6 1.3 3.2 0" stroke={INK} strokeWidth={1} fill="none" />
      </>
    ),
  },
};

/** Whether there is one of them. */
export const isPortrayed = (who: string): boolean => who in LOOKS;

export function Portrait({ of, faded = false }: { of: string; faded?: boolean }) {
  const look = LOOKS[of];
  if (!look) return null;
  const dreams = of === "random";
  return (
    <svg className={styles.portrait} viewBox="0 0 40 40" data-portrait={of} data-faded={faded} aria-hidden="true">
      <rect width={40} height={40} fill={look.ground} />
      {look.behind}
      <path d="M3 41c0-9 7-13 17-13s17 4 17 13z" fill={look.coat} />
      <path d="M16.5 24h7v5.5q-3.5 3-7 0z" fill={look.skin} />
      <ellipse cx={20} cy={18} rx={7.5} ry={8.5} fill={look.skin} />
      {!dreams && <path d="M17 18h.01M23 18h.01" stroke={INK} strokeWidth={1.7} strokeLinecap="round" />}
      <path d="M20 18.5l-.8 2.2h1.4" stroke={INK} strokeOpacity={0.45} strokeWidth={0.7} fill="none" />
      <path
        d="M18 23.3q2 1.2 4 0"
        stroke={INK}
        strokeOpacity={0.7}
        strokeWidth={0.9}
        fill="none"
        strokeLinecap="round"
      />
      {look.before}
    </svg>
  );
}
