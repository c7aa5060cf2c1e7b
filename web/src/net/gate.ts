// Whether this server asks for a password before it tells anything.

import { useSyncExternalStore } from "react";

let locked = false;
const listeners = new Set<() => void>();

/** The server wants its password. */
export function lock(): void {
  if (locked) return;
  locked = true;
  listeners.forEach((listener) => listener());
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useLocked = (): boolean => useSyncExternalStore(subscribe, () => locked);
