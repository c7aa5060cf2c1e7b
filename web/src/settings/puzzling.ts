// Which puzzles somebody has tried and solved, kept in this browser.

import { useSyncExternalStore } from "react";
import { read, write } from "./storage";

/** What became of one puzzle. */
export interface Tried {
  /** How many answers were given, until it was solved. */
  tries: number;
  solved: boolean;
  /** The answer was looked at before it was found. */
  seen: boolean;
  /** When it was solved, in milliseconds; 0 where it is not. */
  at: number;
}

const PUZZLES = "nouvelle-france/puzzles";
const NEW: Tried = { tries: 0, solved: false, seen: false, at: 0 };

let kept = read<Record<string, Tried>>(PUZZLES, {});
const listeners = new Set<() => void>();

/** All of them by id. */
export function tried(): Record<string, Tried> {
  return kept;
}

function keep(id: string, change: (before: Tried) => Tried): void {
  const before = kept[id] ?? NEW;
  if (before.solved) return; // once is enough
  kept = { ...kept, [id]: change(before) };
  write(PUZZLES, kept);
  listeners.forEach((listener) => listener());
}

/** Somebody answered, and it was wrong. */
export function missed(id: string): void {
  keep(id, (before) => ({ ...before, tries: before.tries + 1 }));
}

/** Somebody found the answer; whether by themselves. Whoever had looked at it before has only placed it. */
export function solved(id: string): boolean {
  keep(id, (before) => ({ ...before, tries: before.tries + 1, solved: true, at: Date.now() }));
  return !kept[id]!.seen;
}

/** Somebody had the answer shown. */
export function seen(id: string): void {
  keep(id, (before) => ({ ...before, seen: true }));
}

/** How it stands with a puzzle: solved alone, at the first answer even; or with its answer shown; or not yet. */
export function stateOf(it: Tried | undefined): "new" | "tried" | "seen" | "solved" | "first" {
  if (!it) return "new";
  if (it.seen) return "seen";
  return it.solved ? (it.tries === 1 ? "first" : "solved") : "tried";
}

export function useTried(): Record<string, Tried> {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, tried);
}
