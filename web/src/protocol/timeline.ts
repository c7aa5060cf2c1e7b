// Written by `make types` from the models in src/nouvelle_france/protocol/timeline.py. Do not edit.

import type { GameEvent } from "./events";
import type { Doing, Foreseen, GameTold, Offer, PositionTold } from "./game";
import type { NewsTold, PositionChanges } from "./news";

/** Who played a seat. */
export interface PlayerTold {
  seat: string;
  name: string;
  bot: string | null;
}

/**
 * What an action led to; `move` is the move of the record that it belongs to, counted from 1.
 *
 * `stand_in` is who chose it, as a record says it, if that was not the seat's own player or bot; `changes` are new
 * values of keys of the position before it.
 */
export interface MomentTold {
  move: number;
  seat: string;
  do: Doing;
  stand_in?: string | null;
  gain: Record<string, number>;
  events: GameEvent[];
  changes: PositionChanges;
}

/** A game from its first position on, moment by moment. None of it is secret any more. */
export interface TimelineTold {
  game: GameTold;
  seats: PlayerTold[];
  position: PositionTold;
  moments: MomentTold[];
}

/** The possible actions at a moment of a finished game, for each seat that could act, and what it remembered. */
export interface Choosable {
  moment: number;
  offers: Record<string, Offer>;
  foresight: Record<string, Foreseen[]>;
}

/** News of a table as a viewer got them, without offers; `more` tells whether others follow. */
export interface NewsPage {
  news: NewsTold[];
  more: boolean;
}
