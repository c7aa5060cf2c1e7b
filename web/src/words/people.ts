// What people and bots are called.

import type { Chair } from "../protocol";
import { t, tAny } from "./words";

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
