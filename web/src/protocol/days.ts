// Written by `make types` from the models in src/nouvelle_france/protocol/days.py. Do not edit.

import type { SoloSettingsTold } from "./rest";

/** Play the game of a day. */
export interface BeginDay {
  name: string;
  /** How long Winter waits. */
  bot_seconds?: number;
}

/** A day, and what may be known of its deal by now. */
export interface DayTold {
  /** As in 2026-11-16; days are those of UTC. */
  date: string;
  /** How hard it is: 0 on Mondays, 6 on Sundays. */
  level: number;
  solo: SoloSettingsTold;
  /** Its game can be begun while it is open; until it is closed, those that were begun may be ended. */
  state: "ahead" | "open" | "closing" | "closed";
  begins_at: number;
  closes_at: number;
  /** The SHA-256 of its secret; null where there is no server. */
  promise: string | null;
  /** Since when that has been published. */
  promised_at: number | null;
  /** Once the day is closed. */
  secret: string | null;
}

/** Today, the days whose secrets are promised, and past ones, the latest first. */
export interface DaysTold {
  /** Null for the moment in which a server has not promised it yet. */
  today: DayTold | null;
  ahead: DayTold[];
  past: DayTold[];
}

/** A game in the list of a day. */
export interface DayResult {
  place: number;
  name: string;
  won: boolean;
  /** How far the colour that is least ahead of Winter is ahead of it. */
  margin: number;
  /** All of the player's colours together. */
  points: number;
  /** How many architectural challenges were earned. */
  challenges: number;
}

/** The list of a day: first games that were played to their end, in time and by whoever began them. */
export interface DayStandings {
  day: DayTold;
  results: DayResult[];
  /** How many games ended that day that are not listed: further ones, given up, late. */
  others: number;
}
