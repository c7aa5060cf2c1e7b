// Whom this browser's player would rather not read, table by table. Nobody else is told of it.

import { useSyncExternalStore } from "react";
import { read, write } from "./storage";

const MUTED = "nouvelle-france/muted";
/** As many tables are remembered. */
const MOST = 50;

type Muted = [table: string, seats: string[]][];

let muted: Muted = read<Muted>(MUTED, []);
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Mute a seat of a table, or hear it again. */
export function mute(table: string, seat: string, on: boolean): void {
  const before = muted.find(([it]) => it === table)?.[1] ?? [];
  const seats = before.filter((it) => it !== seat);
  if (on) seats.push(seat);
  const others = muted.filter(([it]) => it !== table);
  muted = seats.length ? [[table, seats] as Muted[number], ...others].slice(0, MOST) : others;
  write(MUTED, muted);
  listeners.forEach((listener) => listener());
}

const NOBODY: string[] = [];

/** The seats of a table that are muted here. */
export function useMuted(table: string): readonly string[] {
  const all = useSyncExternalStore(subscribe, () => muted);
  return all.find(([it]) => it === table)?.[1] ?? NOBODY;
}
