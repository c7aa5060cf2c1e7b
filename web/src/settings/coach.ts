// Whether somebody coaches here, and what was said already: each thing is said once, on all tables of this browser.

import { useSyncExternalStore } from "react";
import { read, write } from "./storage";

interface Coached {
  on: boolean;
  said: readonly string[];
}

const COACH = "nouvelle-france/coach";

let coached: Coached = { on: false, said: [], ...read<Partial<Coached>>(COACH, {}) };
const listeners = new Set<() => void>();

function change(to: Partial<Coached>): void {
  coached = { ...coached, ...to };
  write(COACH, coached);
  listeners.forEach((listener) => listener());
}

export const coach = {
  now: (): Coached => coached,
  switch: (on: boolean): void => change({ on }),
  /** It was said, and will not be again. */
  heard: (topic: string): void => {
    if (!coached.said.includes(topic)) change({ said: [...coached.said, topic] });
  },
  /** Everything is to be said again. */
  again: (): void => change({ on: true, said: [] }),
};

export function useCoach(): Coached {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => coached,
  );
}
