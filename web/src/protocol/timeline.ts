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
 * `changes` are new values of keys of the position before it.
 */
export interface MomentTold {
  move: number;
  seat: string;
  do: Doing;
  gain: Record<string, number>;
  events: GameEvent[];
  changes: PositionChanges;
}

/** A game from its first position on, moment by moment. Nothing of it is a secret any more. */
export interface TimelineTold {
  game: GameTold;
  seats: PlayerTold[];
  position: PositionTold;
  moments: MomentTold[];
}

/** What could be done at a moment of a finished game, by each seat that was asked, and what it remembered. */
export interface Choosable {
  moment: number;
  offers: Record<string, Offer>;
  foresight: Record<string, Foreseen[]>;
}

/** News of a table as a viewer was told them, offers apart; `more` tells whether others follow. */
export interface NewsPage {
  news: NewsTold[];
  more: boolean;
}
