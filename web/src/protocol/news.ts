// Written by `make types` from the models in src/nouvelle_france/protocol/news.py. Do not edit.

import type { GameEvent } from "./events";
import type { Ally, Awaited, BlockTold, Claim, Doing, Foreseen, GameTold, Offer, ResultTold, SoloTold } from "./game";
import type { AskTold, ChairTold, EndedTold, OptionsTold, ProposalTold, WordsTold } from "./rest";

/**
 * Who decided on an action: its holder, its bot, a bot in the holder's place, the clock; or it was played in the game
 * that this one continues.
 */
export type How = "person" | "bot" | "stand_in" | "clock" | "replayed";

/** The table was made, has other rules or invitation, was closed, its game was ended by all, or may be seen. */
export interface PlainEvent {
  seq: number;
  at: number;
  kind: "created" | "options_changed" | "invited" | "closed" | "abandoned" | "unsealed";
  events: GameEvent[];
}

/** An event about a seat that needs no further data. */
export interface SeatEvent {
  seq: number;
  at: number;
  kind: "opened" | "words_added" | "offered" | "taken_back" | "timed_out" | "stood_in" | "left" | "returned";
  events: GameEvent[];
  seat: string;
}

/** A seat agrees to a proposal, dismisses it, or concedes. */
export interface AgreementEvent {
  seq: number;
  at: number;
  kind: "agreed" | "dismissed" | "conceded";
  events: GameEvent[];
  seat: string;
}

/** Somebody took a seat: an open one, or one that was offered. */
export interface SatEvent {
  seq: number;
  at: number;
  kind: "sat" | "handed_over";
  events: GameEvent[];
  seat: string;
  name: string;
}

/** A bot sits on a seat. */
export interface BotSeatedEvent {
  seq: number;
  at: number;
  kind: "bot_seated";
  events: GameEvent[];
  seat: string;
  name: string;
  bot: string;
}

/** The game began; `order` is the turn order. */
export interface StartedEvent {
  seq: number;
  at: number;
  kind: "started";
  events: GameEvent[];
  order: string[];
}

/** An action was played. */
export interface MovedEvent {
  seq: number;
  at: number;
  kind: "moved";
  events: GameEvent[];
  seat: string;
  how: How;
  stand_in?: string | null;
  do: Doing;
  gain: Record<string, number>;
}

/** A seat proposes something to the others. */
export interface ProposedEvent {
  seq: number;
  at: number;
  kind: "proposed";
  events: GameEvent[];
  seat: string;
  what: "take_back" | "abandon";
}

/** All agreed to go back: this many of the last actions were undone. */
export interface WentBackEvent {
  seq: number;
  at: number;
  kind: "went_back";
  events: GameEvent[];
  seat: string;
  actions: number;
}

/** A line of chat. */
export interface SaidEvent {
  seq: number;
  at: number;
  kind: "said";
  events: GameEvent[];
  seat: string;
  name: string;
  text: string;
}

/** The same people play again, at another table. */
export interface RematchedEvent {
  seq: number;
  at: number;
  kind: "rematched";
  events: GameEvent[];
  to: string;
}

export type EventTold =
  | PlainEvent
  | SeatEvent
  | SatEvent
  | BotSeatedEvent
  | StartedEvent
  | MovedEvent
  | AgreementEvent
  | ProposedEvent
  | WentBackEvent
  | SaidEvent
  | RematchedEvent;

/** Events of a table in order; `more` tells whether others follow. */
export interface History {
  events: EventTold[];
  more: boolean;
}

export interface PositionChanges {
  phase?: Awaited;
  active?: string;
  asked?: string[];
  buildings?: Record<string, BlockTold[]>;
  scores?: Record<string, number>;
  display?: string[];
  deck?: number;
  snow?: number;
  snow_may_come?: boolean;
  stock?: Record<string, string[]>;
  bonus?: Record<string, string[]>;
  tokens?: Record<string, Ally[]>;
  standees?: Record<string, string | null>;
  points?: number;
  claim?: Claim | null;
  solo?: SoloTold | null;
  result?: ResultTold | null;
}

export interface Changes {
  status?: "waiting" | "playing" | "over" | "closed";
  created_at?: number;
  options?: OptionsTold;
  edition?: string;
  rules_version?: number;
  commitment?: string;
  words?: WordsTold[] | null;
  secret?: string | null;
  seats?: ChairTold[];
  game?: GameTold | null;
  position?: PositionChanges | null;
  asks?: AskTold[];
  take_back?: string | null;
  proposal?: ProposalTold | null;
  ended?: EndedTold | null;
  rematch?: string | null;
}

/** News of the table. */
export interface PlainNews {
  seq: number;
  at: number;
  kind: "created" | "options_changed" | "invited" | "closed" | "abandoned" | "unsealed";
  events: GameEvent[];
  type: "news";
  table: string;
  changes: Changes;
  offers?: Record<string, Offer> | null;
  foresight?: Record<string, Foreseen[]> | null;
}

/** News of a seat. */
export interface SeatNews {
  seq: number;
  at: number;
  kind: "opened" | "words_added" | "offered" | "taken_back" | "timed_out" | "stood_in" | "left" | "returned";
  events: GameEvent[];
  type: "news";
  table: string;
  changes: Changes;
  offers?: Record<string, Offer> | null;
  foresight?: Record<string, Foreseen[]> | null;
  seat: string;
}

/** News of somebody on a seat. */
export interface SatNews {
  seq: number;
  at: number;
  kind: "sat" | "handed_over";
  events: GameEvent[];
  type: "news";
  table: string;
  changes: Changes;
  offers?: Record<string, Offer> | null;
  foresight?: Record<string, Foreseen[]> | null;
  seat: string;
  name: string;
}

/** News of a bot on a seat. */
export interface BotSeatedNews {
  seq: number;
  at: number;
  kind: "bot_seated";
  events: GameEvent[];
  type: "news";
  table: string;
  changes: Changes;
  offers?: Record<string, Offer> | null;
  foresight?: Record<string, Foreseen[]> | null;
  seat: string;
  name: string;
  bot: string;
}

/** News that the game began. */
export interface StartedNews {
  seq: number;
  at: number;
  kind: "started";
  events: GameEvent[];
  type: "news";
  table: string;
  changes: Changes;
  offers?: Record<string, Offer> | null;
  foresight?: Record<string, Foreseen[]> | null;
  order: string[];
}

/** News of an action. */
export interface MovedNews {
  seq: number;
  at: number;
  kind: "moved";
  events: GameEvent[];
  type: "news";
  table: string;
  changes: Changes;
  offers?: Record<string, Offer> | null;
  foresight?: Record<string, Foreseen[]> | null;
  seat: string;
  how: How;
  stand_in?: string | null;
  do: Doing;
  gain: Record<string, number>;
}

/** News of an agreement, or of conceding. */
export interface AgreementNews {
  seq: number;
  at: number;
  kind: "agreed" | "dismissed" | "conceded";
  events: GameEvent[];
  type: "news";
  table: string;
  changes: Changes;
  offers?: Record<string, Offer> | null;
  foresight?: Record<string, Foreseen[]> | null;
  seat: string;
}

/** News of a proposal. */
export interface ProposedNews {
  seq: number;
  at: number;
  kind: "proposed";
  events: GameEvent[];
  type: "news";
  table: string;
  changes: Changes;
  offers?: Record<string, Offer> | null;
  foresight?: Record<string, Foreseen[]> | null;
  seat: string;
  what: "take_back" | "abandon";
}

/** News of going back. */
export interface WentBackNews {
  seq: number;
  at: number;
  kind: "went_back";
  events: GameEvent[];
  type: "news";
  table: string;
  changes: Changes;
  offers?: Record<string, Offer> | null;
  foresight?: Record<string, Foreseen[]> | null;
  seat: string;
  actions: number;
}

/** News of a line of chat. */
export interface SaidNews {
  seq: number;
  at: number;
  kind: "said";
  events: GameEvent[];
  type: "news";
  table: string;
  changes: Changes;
  offers?: Record<string, Offer> | null;
  foresight?: Record<string, Foreseen[]> | null;
  seat: string;
  name: string;
  text: string;
}

/** News of the next game. */
export interface RematchedNews {
  seq: number;
  at: number;
  kind: "rematched";
  events: GameEvent[];
  type: "news";
  table: string;
  changes: Changes;
  offers?: Record<string, Offer> | null;
  foresight?: Record<string, Foreseen[]> | null;
  to: string;
}

export type NewsTold =
  | PlainNews
  | SeatNews
  | SatNews
  | BotSeatedNews
  | StartedNews
  | MovedNews
  | AgreementNews
  | ProposedNews
  | WentBackNews
  | SaidNews
  | RematchedNews;
