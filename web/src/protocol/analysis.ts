// Written by `make types` from the models in src/nouvelle_france/protocol/analysis.py. Do not edit.

import type { Awaited, Mode } from "./game";
import type { ActionAsked, ReasonTold } from "./socket";

/** The level whose depth an analysis has. */
export type Analyst = "maitre" | "ingenieur";

/** The verdict on what a choice gave up, if that exceeds its error. */
export type Verdict = "slip" | "mistake" | "blunder";

/**
 * The kind of luck: a card that was drawn, snow that came or did not, the cards a Huron saw, what the position then
 * offered beyond expectation, and in solo what Winter made of its turn.
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
 * An alternative, the reasons for it, and its worth compared with the action taken.
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
 * A choice: the action taken, what it gave up against the best, and the best alternatives.
 *
 * `moment` is the one it led to: the position of the choice is the one before. `given` is, by seat, its change of
 * the margins compared with the best: minus `regret` for the seat's own.
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

/** How the game stood at a moment: each seat's expected margin, and its chance of winning. */
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

/** A request to analyse a game. */
export interface AnalysisAsked {
  bot?: Analyst;
}

/**
 * The progress of an analysis: `done` of `total` parts; `ahead` others come first. The last one has it
 * all.
 */
export interface AnalysisStatus {
  status: "none" | "waiting" | "running" | "done" | "failed";
  bot: Analyst;
  done: number;
  total: number;
  ahead: number;
  analysis: AnalysisTold | null;
}

/** A request for the worth of another action in place of the choice that led to a moment. */
export interface RetryAsked {
  bot?: Analyst;
  moment: number;
  action: ActionAsked;
}

/** What it gives up against the best, with its error; `right` if that lies within the error. */
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
