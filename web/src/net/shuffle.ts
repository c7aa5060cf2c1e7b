// The words that everybody at a table adds to the shuffle.

import type { TableEvent } from "../protocol";

/** Words for the fair shuffle that nobody can foresee, the server least of all. */
export function randomWords(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Which of these seats have added no words: whoever sits down at a seat brings some, whoever is handed one has none yet. */
export function withoutWords(seats: readonly string[], log: readonly TableEvent[]): string[] {
  const added = new Set<string>();
  for (const event of log)
    if (event.kind === "words_added" || event.kind === "sat") added.add(event.seat);
    else if (event.kind === "opened" || event.kind === "handed_over") added.delete(event.seat);
  return seats.filter((seat) => !added.has(seat));
}

/** Typed words as the shuffle takes them: plain letters, digits, `_` and `-`. */
export function plainWords(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[łŁ]/g, (letter) => (letter === "ł" ? "l" : "L"))
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 128);
}
