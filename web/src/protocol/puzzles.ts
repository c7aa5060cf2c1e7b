// Written by `make types` from the models in src/nouvelle_france/protocol/puzzles.py. Do not edit.

import type { GameTold, Offer, PositionTold } from "./game";
import type { ReasonTold } from "./socket";

/** Complete the site; keep Winter out, in solo; the last turn before snow; the block that pays later. */
export type PuzzleKind = "complete" | "winter" | "snow" | "later";

/** A puzzle in the list: its kind, how hard it is from 1 to 5, how many play there, and which file it is in. */
export interface PuzzleListed {
  id: string;
  kind: PuzzleKind;
  grade: number;
  players: number;
  pack: number;
}

/**
 * A placement that was weighed: what it gives up against the best, in points of margin, with its standard error.
 *
 * `now` is what it scores each colour at once, `completes` whether it completes its site, `why` the reasons for
 * it and against it.
 */
export interface PuzzleAnswerTold {
  placement: number;
  gives_up: number;
  error: number;
  now: Record<string, number>;
  completes: boolean;
  why: ReasonTold[];
}

/**
 * A puzzle: the position, the possible placements (without their gains), the best placement and its rivals.
 *
 * `same` are mirror images of the best, which are as right. `snow` is how likely it snows before the seat places
 * again, `solved_by` the bots that find the answer.
 */
export interface PuzzleTold {
  id: string;
  kind: PuzzleKind;
  grade: number;
  game: GameTold;
  seat: string;
  position: PositionTold;
  offer: Offer;
  best: PuzzleAnswerTold;
  same: PuzzleAnswerTold[];
  rivals: PuzzleAnswerTold[];
  snow: number;
  solved_by: string[];
}
