// How far somebody is in the lessons, kept in this browser.

import { useSyncExternalStore } from "react";
import { read, write } from "./storage";

/** How far somebody is in one lesson: the step to go on with, by name, and whether it was ever gone through. */
export interface Progress {
  step: string | null;
  done: boolean;
}

const LESSONS = "nouvelle-france/lessons";

let kept = read<Record<string, Progress>>(LESSONS, {});
const listeners = new Set<() => void>();

export function learned(): Record<string, Progress> {
  return kept;
}

/** Remember where somebody is in a lesson, or that they are through. */
export function learn(lesson: string, progress: Partial<Progress>): void {
  kept = { ...kept, [lesson]: { step: null, done: false, ...kept[lesson], ...progress } };
  write(LESSONS, kept);
  listeners.forEach((listener) => listener());
}

export function useLearned(): Record<string, Progress> {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, learned);
}
