// What people and bots are called.

import { session } from "../settings/preferences";
import type { Chair } from "../protocol";
import { t, tAny, usePreferences } from "./words";

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
  return [...text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "").replace(/\s+/gu, " ").trim()].slice(0, most).join("").trim();
}

export function myName(): string {
  return session.preferences.name || friendly;
}

export function useName(): string {
  usePreferences();
  return myName();
}

/** Remember a name; an empty one gives a friendly default again. */
export function callMe(name: string): void {
  session.prefer({ name: cleaned(name, NAME) || friendly });
}

export function botName(bot: string): string {
  return tAny(`bot.${bot}`, "bot.other", { id: bot });
}

export function botLine(bot: string): string {
  return tAny(`bot.${bot}.line`, "bot.other.line");
}

/** Who sits on a chair, in the reader's language: the server calls bots by their id and a number. */
export function chairName(chair: Chair): string {
  if (chair.kind === "open") return t("home.seat.open");
  if (chair.kind !== "bot" || !chair.bot) return chair.name;
  const number = /\d+$/.exec(chair.name)?.[0];
  return number ? `${botName(chair.bot)} ${number}` : botName(chair.bot);
}

/** What a table is called: its title, or after the first person who sits there. */
export function tableName(title: string, seats: Chair[]): string {
  const host = seats.find((chair) => chair.kind === "person");
  return title || (host ? t("home.table.of", { name: host.name }) : t("home.table.bots"));
}
