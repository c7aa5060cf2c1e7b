// A table is read in one way wherever it comes from: told by a server, out of a record, or made up by a script. What a
// person may do there is a hand, apart from it; whoever only watches has none.

import type { Action, HintsTold, Offer, Snapshot, TableEvent } from "../protocol";
import { buildings, type Building } from "./building";
import type { Edition } from "./edition";

/** A table as it is at one moment. */
export interface Table {
  edition: Edition;
  snapshot: Snapshot;
  built: Record<string, Building>;
  /** What has happened so far. */
  log: readonly TableEvent[];
}

export interface Source {
  /** The table as it is now, the same object until something changes; null until there is one. */
  getState: () => Table | null;
  subscribe: (listener: () => void) => () => void;
}

/** What a person may do at a table. */
export interface Hand {
  /** The seats that are theirs. */
  seats: () => readonly string[];
  /** What a seat may do now. */
  offer: (seat: string) => Offer | null;
  /** Do it; refused by an error. */
  play: (action: Action) => Promise<void>;
  takeBack?: (seat: string) => Promise<void>;
  say?: (seat: string, text: string) => Promise<void>;
  /** What somebody who knows no more than the seat would do. */
  hints?: (seat: string) => Promise<HintsTold>;
}

/** A table out of a snapshot of it, and of the table that was shown before. */
export function tableOf(edition: Edition, snapshot: Snapshot, log: readonly TableEvent[], before: Table | null): Table {
  return {
    edition,
    snapshot,
    built: snapshot.position ? buildings(edition, snapshot.position, before?.built) : {},
    log,
  };
}

/** What is the same for all sources: a table that is replaced, and those who want to hear of it. */
export class Shown {
  private table: Table | null = null;
  private readonly listeners = new Set<() => void>();

  show(table: Table): void {
    this.table = table;
    this.listeners.forEach((listener) => listener());
  }

  getState = (): Table | null => this.table;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

/** A game moment by moment, each of which can be had at once. */
export interface Moments {
  readonly length: number;
  at: (moment: number) => { snapshot: Snapshot; log: readonly TableEvent[] };
}

export interface Recorded extends Source {
  readonly length: number;
  /** The moment that is shown. */
  moment: () => number;
  /** Go to a moment; beyond the ends to the first or the last. */
  seek: (moment: number) => void;
}

/** A game that was recorded, at its first moment. */
export function recorded(edition: Edition, moments: Moments): Recorded {
  const shown = new Shown();
  let now = -1;
  const seek = (moment: number): void => {
    const wanted = Math.max(0, Math.min(moments.length - 1, moment));
    if (wanted === now) return;
    now = wanted;
    const { snapshot, log } = moments.at(wanted);
    shown.show(tableOf(edition, snapshot, log, shown.getState()));
  };
  seek(0);
  return { getState: shown.getState, subscribe: shown.subscribe, length: moments.length, moment: () => now, seek };
}

/** One step of a script: a table, with what may be done there in its offers, and what of that leads on. */
export interface Step {
  snapshot: Snapshot;
  /** Whether it is what the script waits for; anything that is offered where this is left out. */
  leadsOn?: (action: Action) => boolean;
}

export interface Scripted {
  source: Source;
  hand: Hand;
  /** The step that is shown, counted from 0. */
  step: () => number;
}

/** The script waits for something else. */
export class NotNow extends Error {}

/** Tables one after the other, for a lesson or a puzzle: each leads on to the next by what is done there. */
export function scripted(edition: Edition, steps: readonly Step[]): Scripted {
  const shown = new Shown();
  let now = 0;
  const to = (step: number): void => {
    now = step;
    shown.show(tableOf(edition, steps[step]!.snapshot, [], shown.getState()));
  };
  to(0);
  const snapshot = (): Snapshot => steps[now]!.snapshot;
  const hand: Hand = {
    seats: () => snapshot().you,
    offer: (seat) => snapshot().offers[seat] ?? null,
    play: async (action) => {
      const { offers } = snapshot();
      const offered = offers[action.by]?.do.includes(action.do) ?? false;
      if (!offered || now === steps.length - 1 || steps[now]!.leadsOn?.(action) === false)
        throw new NotNow(`${action.do} at step ${now}`);
      to(now + 1);
    },
  };
  return { source: { getState: shown.getState, subscribe: shown.subscribe }, hand, step: () => now };
}
