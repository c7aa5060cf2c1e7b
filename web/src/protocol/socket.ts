// Written by `make types` from the models in src/nouvelle_france/protocol/socket.py. Do not edit.

import type { Foreseen, Offer } from "./game";
import type { NewsTold } from "./news";
import type { Code, Snapshot } from "./rest";

/** An action that needs no further data. */
export interface PlainAction {
  by: string;
  do: "draw" | "fille" | "coureur" | "decline" | "end" | "pass";
}

/** A block on a site; `cubes` in the block's own order. */
export interface PlaceAction {
  by: string;
  do: "place" | "bonus";
  block: string;
  site: string;
  cubes: (readonly [number, number, number])[];
}

/** Look at the top cards (no `order`), or put them back. */
export interface HuronAction {
  by: string;
  do: "huron";
  order?: number[] | null;
}

/** No block of a visible shape can be placed. */
export interface UnableAction {
  by: string;
  do: "unable";
  shape: string;
  remove: string;
}

export type ActionAsked = PlainAction | PlaceAction | HuronAction | UnableAction;

/** Follow a table: as the holder of seats, or as a spectator. `seen` is the last event known. */
export interface Open {
  type: "open";
  id: string;
  table: string;
  tokens?: string[];
  seen?: number | null;
}

/** Stop following a table. */
export interface Close {
  type: "close";
  id: string;
  table: string;
}

/**
 * Play an action, on the position after event `on`; `stand_in` says that the holder's program chose none, and
 * the action that spends least was taken.
 */
export interface MoveAsked {
  type: "move";
  id: string;
  table: string;
  on: number;
  action: ActionAsked;
  stand_in?: "harmless" | null;
}

/** Undo the seat's last action. */
export interface TakeBack {
  type: "take_back";
  id: string;
  table: string;
  seat: string;
  on: number;
}

/** A line of chat. */
export interface Say {
  type: "say";
  id: string;
  table: string;
  seat: string;
  text: string;
}

/** What would you do in my place? For a seat that is to act, on the position after event `on`. */
export interface HintAsked {
  type: "hint";
  id: string;
  table: string;
  seat: string;
  on: number;
}

/** Are you there? */
export interface Ping {
  type: "ping";
  id: string;
}

export type ClientMessage = Open | Close | MoveAsked | TakeBack | Say | HintAsked | Ping;

/** The table is followed: a snapshot, or the news since the event the client had seen. */
export interface Opened {
  type: "opened";
  re: string;
  table: string;
  seq: number;
  you: string[];
  snapshot: Snapshot | null;
  news: NewsTold[] | null;
  offers: Record<string, Offer>;
  foresight: Record<string, Foreseen[]>;
  present: string[];
  watching: number;
}

/** A message was carried out and committed; `seq` is the event it led to. */
export interface Done {
  type: "done";
  re: string;
  table?: string | null;
  seq?: number | null;
}

/** A message was refused; nothing has changed. */
export interface ErrorTold {
  type: "error";
  re: string | null;
  code: Code;
  message: string;
  rule: string | null;
  table: string | null;
}

/** Which seats' holders are connected, and how many spectators. */
export interface Present {
  type: "present";
  table: string;
  seats: string[];
  watching: number;
}

/** The seats held from now on: one was left, handed over, or taken away before the game. */
export interface You {
  type: "you";
  table: string;
  seats: string[];
}

/** A bot that cannot play yet: its progress (from 0 to 1), or that preparing it failed. */
export interface BotReadying {
  seat: string;
  bot: string;
  progress: number;
  failed: boolean;
}

/** Which bots of a table are getting ready; the game waits for them, unless somebody lets a stand-in play. */
export interface ReadyingTold {
  type: "readying";
  table: string;
  bots: BotReadying[];
}

/** A kind of reason for an action, or against it. */
export type What =
  | "now"
  | "snow"
  | "disk"
  | "growth"
  | "others"
  | "white"
  | "behind"
  | "cards"
  | "risk"
  | "keep"
  | "look"
  | "order"
  | "end"
  | "least"
  | "box";

/** A reason for an action (points above 0), or against it. */
export interface ReasonTold {
  what: What;
  points: number;
}

/**
 * A recommended action, its total worth, and the parts of that.
 *
 * The parts are points of each colour now, at each snowfall to come, a disk at the end, and its estimated change of
 * what each colour may gain beyond that.
 */
export interface HintTold {
  action: ActionAsked;
  placement: number | null;
  worth: number | null;
  now: Record<string, number>;
  snow: Record<string, number>[];
  disk: number;
  growth: Record<string, number>;
  why: ReasonTold[];
}

/**
 * A coming snowfall: the level it counts, in how many cards at the earliest and at the latest, and the chance that
 * it comes before the seat places again.
 */
export interface SnowfallTold {
  level: number;
  soonest: number;
  latest: number;
  chance: number;
}

/**
 * The hints for a seat, the best first; `since` is the event that gave it the choice.
 *
 * `ids` are all its placements, best first, with the `worth` of each; `most_now` is the placement that scores
 * most now, if that is not the best.
 */
export interface HintsTold {
  type: "hints";
  re: string;
  table: string;
  seat: string;
  since: number;
  best: HintTold[];
  most_now: HintTold | null;
  snowfalls: SnowfallTold[];
  ids: number[];
  worth: number[];
}

/** I am. */
export interface Pong {
  type: "pong";
  re: string;
}

/** The server is about to close the socket; reconnect. */
export interface Bye {
  type: "bye";
  reason: "restart" | "slow";
}

export type ServerMessage =
  | NewsTold
  | Opened
  | Done
  | ErrorTold
  | Present
  | ReadyingTold
  | You
  | HintsTold
  | Pong
  | Bye;
