// What one is called here.

import { prefer, preferred, usePreferences } from "./preferences";

/** The most signs a name and a title may have. */
export const NAME = 30;
export const TITLE = 60;

// First names from the colony's registers, for those who have not said theirs.
const FIRST_NAMES = [
  "Marguerite",
  "Étienne",
  "Madeleine",
  "Guillaume",
  "Jeanne",
  "Antoine",
  "Catherine",
  "Mathurin",
  "Françoise",
  "Nicolas",
  "Barbe",
  "Toussaint",
];

const friendly = FIRST_NAMES[Math.floor(Math.random() * FIRST_NAMES.length)]!;

/** A typed text as the server takes it: one line of visible signs, without blanks around it. */
export function cleaned(text: string, most: number): string {
  return [
    ...text
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
      .replace(/\s+/gu, " ")
      .trim(),
  ]
    .slice(0, most)
    .join("")
    .trim();
}

export function myName(): string {
  return preferred().name || friendly;
}

export function useName(): string {
  usePreferences();
  return myName();
}

/** Remember a name; an empty one gives a friendly default again. */
export function callMe(name: string): void {
  prefer({ name: cleaned(name, NAME) || friendly });
}
