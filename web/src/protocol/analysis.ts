// Written by `make types` from the models in src/nouvelle_france/protocol/analysis.py. Do not edit.

import type { Awaited, Mode } from "./game";
import type { ActionAsked, ReasonTold } from "./socket";

/** Whose depth an analysis has. */
export type Analyst = "maitre" | "ingenieur";

/** How much a choice gave up, where that lies outside its error. */
export type Verdict = "slip" | "mistake" | "blunder";

/**
 * What luck was: a card that was drawn, snow that came or did not, the cards a Huron saw, what the position then
 * offered beyond what was to be expected, and in solo what Winter made of its turn.
 */
export type Chance = "card" | "snow" | "look" | "opening" | "winter";

/** Something nobody chose, and what it was worth to each seat, in points of margin. */
export interface LuckTold {
  moment: number;
  move: number;
  seat: string;
  what: Chance;
  card: string | null;
  worth: Record<string, number>;
}

/**
 * Something else that could have been done, the reasons for it, and what it was worth beside what was done.
 *
 * `gain` is points of margin, `error` its standard error, `chance` the difference in the chance of winning.
 */
export interface AlternativeTold {
  action: ActionAsked;
  placement: number | null;
  gain: number;
  error: number;
  chance: number;
  now: Record<string, number>;
  why: ReasonTold[];
}

/**
 * A choice: what was done, what it gave up against the best, and the best of what could have been done instead.
 *
 * `moment` is the one it led to: the position of the choice is the one before. `given` is, by seat, what it
 * changed of the margins beside the best: of the seat's own minus `regret`.
 */
export interface ChoiceTold {
  moment: number;
  move: number;
  seat: string;
  phase: Awaited;
  action: ActionAsked;
  placement: number | null;
  regret: number;
  error: number;
  chance: number;
  verdict: Verdict | null;
  given: Record<string, number>;
  why: ReasonTold[];
  alternatives: AlternativeTold[];
}

/**
 * A player's game in numbers: `margin` = `start` + `luck` + `skill`, `skill` = `received` - `regret`.
 *
 * `luck_of` parts the luck, `chance` is that of winning at the start, `chance_given` what all choices gave up
 * of it.
 */
export interface ReviewedPlayer {
  seat: string;
  name: string;
  bot: string | null;
  score: number;
  won: number;
  margin: number;
  start: number;
  luck: number;
  skill: number;
  regret: number;
  error: number;
  received: number;
  luck_of: Record<string, number>;
  chance: number;
  chance_given: number;
  choices: number;
  slips: number;
  mistakes: number;
  blunders: number;
}

/** How the game stood at a moment: the margin each seat could expect, and its chance of winning. */
export interface CourseTold {
  moment: number;
  margins: Record<string, number>;
  chances: Record<string, number>;
}

/** What changed the game most: a choice or luck, with the change in each seat's chance of winning and margin. */
export interface TurningPoint {
  moment: number;
  move: number;
  seat: string;
  what: "choice" | Chance;
  chances: Record<string, number>;
  margins: Record<string, number>;
}

/** The analysis of a finished game; `game` is the digest of its record. */
export interface AnalysisTold {
  format: "nouvelle-france-analysis/1";
  game: string;
  edition: string;
  mode: Mode;
  bot: Analyst;
  players: ReviewedPlayer[];
  choices: ChoiceTold[];
  luck: LuckTold[];
  course: CourseTold[];
  turning: TurningPoint[];
}

/** Please analyse this game. */
export interface AnalysisAsked {
  bot?: Analyst;
}

/** How far an analysis is: `done` of `total` parts; `ahead` others come before it. The last one has it all. */
export interface AnalysisStatus {
  status: "none" | "waiting" | "running" | "done" | "failed";
  bot: Analyst;
  done: number;
  total: number;
  ahead: number;
  analysis: AnalysisTold | null;
}

/** What would this have been worth in place of the choice that led to that moment? */
export interface RetryAsked {
  bot?: Analyst;
  moment: number;
  action: ActionAsked;
}

/** What it gives up against the best, with its error; `right` where that lies within the error. */
export interface RetryTold {
  moment: number;
  regret: number;
  error: number;
  chance: number;
  right: boolean;
  verdict: Verdict | null;
  now: Record<string, number>;
  why: ReasonTold[];
}
