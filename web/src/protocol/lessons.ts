// Written by `make types` from the models in src/nouvelle_france/protocol/lessons.py. Do not edit.

import type { GameEvent } from "./events";
import type { Doing, Foreseen, GameTold, Offer, PositionTold } from "./game";

/** A lesson and its steps, by name. */
export interface LessonListed {
  id: string;
  steps: string[];
}

/** A played action, and what it led to. */
export interface PlayTold {
  seat: string;
  do: Doing;
  gain: Record<string, number>;
  events: GameEvent[];
  position: PositionTold;
  foresight: Foreseen[];
}

/**
 * A possible action other than a placement: why it is wrong, or what it leads to.
 *
 * `order` is that of a Huron who puts cards back, `remove` the block that goes to the box.
 */
export interface AnswerTold {
  do: Doing;
  order: number[] | null;
  remove: string | null;
  reason: string | null;
  play: PlayTold | null;
}

/**
 * A question: the possible answers, the right ones, and what is played then.
 *
 * The options of `winner` are seats or `shared`, those of `winter` shapes, those of the others points.
 */
export interface QuestionTold {
  kind: "winner" | "snowfall" | "half" | "winter";
  options: string[];
  right: string[];
  play: PlayTold;
}

/**
 * A step: where it begins, what the lesson plays there by itself, and what it waits for.
 *
 * `look` is the site to look at, if it is about a single one. `judged` has a number for each placement of the
 * offer, in its order: 0 if it is right, otherwise that of the reason among `reasons`, counted from 1.
 */
export interface LessonStepTold {
  id: string;
  rule: string;
  look: string | null;
  game: GameTold;
  seat: string;
  position: PositionTold;
  foresight: Foreseen[];
  plays: PlayTold[];
  offer: Offer | null;
  reasons: string[];
  judged: number[][];
  answers: AnswerTold[];
  ask: QuestionTold | null;
}

/** Everything that happens in a lesson. */
export interface LessonTold {
  id: string;
  steps: LessonStepTold[];
}

/** The texts of a step: at first, when it is done, and why other answers are wrong. */
export interface StepWords {
  say: string;
  done: string | null;
  no: Record<string, string>;
}

/** The texts of a lesson in one language. */
export interface LessonWords {
  title: string;
  line: string;
  steps: Record<string, StepWords>;
}
