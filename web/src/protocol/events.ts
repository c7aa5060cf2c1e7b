// Written by `make types` from the models in src/nouvelle_france/protocol/events.py. Do not edit.

import type { Cell, DecidedBy } from "./game";

/** The cubes a colour scored for. */
export interface ScoredTold {
  colour: string;
  new: Cell[];
  linked: Cell[];
}

/** One site's snowfall. */
export interface TallyTold {
  site: string;
  mark: number;
  cubes: Record<string, number>;
}

/** It is this seat's turn. */
export interface TurnBeganTold {
  event: "turn_began";
  by: string;
}

/** A card was turned up. */
export interface DrewTold {
  event: "drew";
  by: string;
  card: string;
}

/** A block was placed. */
export interface PlacedTold {
  event: "placed";
  by: string;
  block: string;
  site: string;
  cubes: Cell[];
  bonus: boolean;
  scored: ScoredTold[];
}

/** Why Winter placed what it did (SOL-5). */
export interface WinterChoseTold {
  event: "winter_chose";
  white_cubes: number;
  points: number;
  marks: number;
  tied: number;
  scoring: number;
  usual: boolean;
}

/** A site was completed (CMPL-1). */
export interface CompletedTold {
  event: "completed";
  by: string;
  site: string;
}

/** An architectural challenge was done (CHA-7). */
export interface ChallengeEarnedTold {
  event: "challenge_earned";
  challenge: string;
  colour: string;
  points: number;
}

/** A Fille du Roy doubled a placement's points (ALY-2). */
export interface DoubledTold {
  event: "doubled";
  by: string;
  points: number;
}

/** A Coureur des bois gained half of a placement's points (ALY-3). */
export interface TookHalfTold {
  event: "took_half";
  by: string;
  points: number;
}

/** A seat let the chance of its Fille or Coureur pass. */
export interface DeclinedTold {
  event: "declined";
  by: string;
  ally: "fille" | "coureur";
}

/** A Huron looked at the top cards, which only that seat is told (ALY-4). */
export interface PeekedTold {
  event: "peeked";
  by: string;
  cards: string[] | null;
}

/** The cards went back on the deck, in an order only that seat is told (ALY-4). */
export interface PutBackTold {
  event: "put_back";
  by: string;
  order: number[] | null;
}

/** A seat says that it can place no visible shape, and names one (UNA-1). */
export interface ClaimedUnableTold {
  event: "claimed_unable";
  by: string;
  shape: string;
}

/** Another seat does not place the claimed shape either. */
export interface PassedTold {
  event: "passed";
  by: string;
}

/** Another seat placed the claimed shape: the claimer's turn is over (UNA-2). */
export interface LostTurnTold {
  event: "lost_turn";
  by: string;
}

/** A card and a block of its shape went to the box. */
export interface RemovedTold {
  event: "removed";
  by: string;
  block: string;
}

/** A level was scored (SNW-1). */
export interface SnowFellTold {
  event: "snow_fell";
  level: number;
  sites: TallyTold[];
}

/** The level is covered (SNW-3). */
export interface SnowLiesTold {
  event: "snow_lies";
  depth: number;
}

/** A coloured marker reached a piece on the track (SOL-8). */
export interface BonusDueTold {
  event: "bonus_due";
  colour: string;
  shape: string;
}

/** A due bonus block fits nowhere. */
export interface BonusLostTold {
  event: "bonus_lost";
  colour: string;
  shape: string;
}

/** The game has ended; `disks` are the points of the disks, already in the scores (END-1). */
export interface GameOverTold {
  event: "game_over";
  scores: Record<string, number>;
  disks: Record<string, number>;
  winners: string[];
  decided_by: DecidedBy;
}

export type GameEvent =
  | TurnBeganTold
  | DrewTold
  | PlacedTold
  | WinterChoseTold
  | CompletedTold
  | ChallengeEarnedTold
  | DoubledTold
  | TookHalfTold
  | DeclinedTold
  | PeekedTold
  | PutBackTold
  | ClaimedUnableTold
  | PassedTold
  | LostTurnTold
  | RemovedTold
  | SnowFellTold
  | SnowLiesTold
  | BonusDueTold
  | BonusLostTold
  | GameOverTold;
