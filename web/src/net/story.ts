// One's own story, kept in this browser and nowhere else. Every change begins with what is there: other tabs write too.

import { useSyncExternalStore } from "react";
import { readStory, STORY, together, UNWRITTEN, withGame, withPuzzle, type Played, type Story } from "../model/story";

const KEY = "nouvelle-france/story";
const listeners = new Set<() => void>();
let text = "";
let shown: Story = UNWRITTEN;

/** The story as it is now; the same object until something changes. */
export function story(): Story {
  const now = kept();
  if (now !== text) {
    text = now;
    shown = readStory(now) ?? UNWRITTEN;
  }
  return shown;
}

function kept(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return text; // a browser that keeps nothing remembers as long as the page is open
  }
}

function tell(next: Story): void {
  if (next === story()) return;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    text = JSON.stringify(next);
    shown = next;
  }
  listeners.forEach((listener) => listener());
}

/** A game of mine has ended. */
export const remember = (played: Played): void => tell(withGame(story(), played));

/** A puzzle was solved; solving it again changes nothing. */
export const solved = (id: string, grade: string, when: number = Date.now()): void =>
  tell(withPuzzle(story(), { id, grade, at: when }));

/** Add what a file tells, as {@link written} wrote it; how many games it was, or null where it is no story. */
export function bring(file: string): number | null {
  const found = readStory(file);
  if (!found) return null;
  const before = story().games.length;
  tell(together(story(), found));
  return story().games.length - before;
}

/** All of it, for a file. */
export const written = (): string => JSON.stringify({ ...story(), format: STORY });

export function erase(): void {
  tell({ ...UNWRITTEN });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener); // another tab
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

export function useStory(): Story {
  return useSyncExternalStore(subscribe, story);
}
