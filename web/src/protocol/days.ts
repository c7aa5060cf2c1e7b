// Written by `make types` from the models in src/nouvelle_france/protocol/days.py. Do not edit.

import type { SoloSettingsTold } from "./rest";

/** Play the game of a day. */
export interface BeginDay {
  name: string;
  /** How long bots wait before each of their moves. */
  bot_seconds?: number;
}

/** A day, and what may be published about its deal now. */
export interface DayTold {
  /** As in 2026-11-16; days are those of UTC. */
  date: string;
  /** Its difficulty: 0 on Mondays, 6 on Sundays. */
  level: number;
  solo: SoloSettingsTold;
  /** Its game can be begun while it is open, and finished until it is closed. */
  state: "ahead" | "open" | "closing" | "closed";
  begins_at: number;
  closes_at: number;
  /** The SHA-256 of its secret; null without a server. */
  promise: string | null;
  /** When that was first published. */
  promised_at: number | null;
  /** Once the day is closed. */
  secret: string | null;
}

/** Today, the days whose secrets are promised, and past ones, latest first. */
export interface DaysTold {
  /** Null for the moment until a server has promised it. */
  today: DayTold | null;
  ahead: DayTold[];
  past: DayTold[];
}

/** A game in the list of a day. */
export interface DayResult {
  place: number;
  name: string;
  won: boolean;
  /** The smallest lead of a colour over Winter. */
  margin: number;
  /** All of the player's colours together. */
  points: number;
  /** How many architectural challenges were earned. */
  challenges: number;
}

/** The list of a day: first games played to their end in time, by the person who began them. */
export interface DayStandings {
  day: DayTold;
  results: DayResult[];
  /** How many games of that day are not listed: further ones, conceded, late. */
  others: number;
}
