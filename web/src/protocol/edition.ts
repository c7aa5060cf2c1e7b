// Written by `make types` from the models in src/nouvelle_france/protocol/edition.py. Do not edit.

import type { Cell } from "./game";

/** `(x, y)` of a foundation plan, or of a drawing. */
export type Column = readonly [number, number];

/** One of the cube colours. */
export interface ColourTold {
  id: string;
  names: Record<string, string>;
}

/** A shape of construction block; `cubes` in colour order (CMP-1). */
export interface ShapeTold {
  id: string;
  names: Record<string, string>;
  cubes: Column[];
}

/** A straight bonus block of one colour (CMP-2). */
export interface BonusShapeTold {
  id: string;
  names: Record<string, string>;
  length: number;
}

/** A construction site (CMP-4): its plan, row by row, and the joints between columns (SCO-3). */
export interface SiteTold {
  id: string;
  names: Record<string, string>;
  standee: Record<string, string>;
  solo_colour: string;
  plan: string[];
  joints: (readonly [Column, Column])[];
}

/** A tally stick named by its top colour: one mark a level from the bottom, and its disk's value (CMP-5). */
export interface StickTold {
  colour: string;
  marks: number[];
  disk: number;
}

/** How the cards are piled (SET-3, VAR-1); `snow` holds pile numbers counted from 1. */
export interface DeckTold {
  display: number;
  piles: number[];
  one_card_piles: number[];
  snow: number[];
}

/** A constraint challenge: the player turns of a cycle, counted from 1, whose site is fixed (CHA-1). */
export interface ConstraintTold {
  id: string;
  names: Record<string, string>;
  turns: number[];
}

/** Where the bonus pieces lie on the score track (CHA-6). */
export interface TrackTold {
  id: string;
  names: Record<string, string>;
  at: number[];
}

/** An architectural challenge (CHA-7); `pose` lists offset along the wall and level of each cube. */
export interface ChallengeTold {
  id: string;
  names: Record<string, string>;
  site: string;
  shape: string;
  count: number;
  pose: Column[] | null;
  at: Column[] | null;
  rectangle: Column | null;
}

/** The numbers of the solo game (SOL, CHA). */
export interface SoloNumbersTold {
  winter: string;
  disk: number;
  player_turns: number;
  challenge_points: number;
  constraints: ConstraintTold[];
  tracks: TrackTold[];
  challenges: ChallengeTold[];
}

/** The poses of one shape on one site: the pose `first + n` has the cells `cubes[n]`. */
export interface PosesTold {
  site: string;
  shape: string;
  first: number;
  cubes: Cell[][];
}

/**
 * Everything in the box, and all poses in the order of their ids.
 *
 * The block of colour number `c` in pose `p` is the placement `p × number of colours + c`.
 */
export interface EditionTold {
  id: string;
  names: Record<string, string>;
  digest: string;
  colours: ColourTold[];
  shapes: ShapeTold[];
  bonus: BonusShapeTold[];
  sites: SiteTold[];
  sticks: StickTold[];
  deck: DeckTold;
  solo: SoloNumbersTold;
  poses: PosesTold[];
}
