// A day's result in a few lines to send to somebody: how it went, and nothing of the cards.

import type { Played } from "../../model/story";
import { named, capital, language, signed, t } from "../../words/words";
import type { Edition } from "../../model/edition";

/** Colours as signs that every device has; one that is behind Winter lies under snow. */
const SIGNS: Record<string, string> = { brown: "🟫", yellow: "🟨", blue: "🟦", white: "⬜" };
const SNOW = "⬜";

/** A day as people write it; the day is that of UTC, wherever they are. */
export function dayName(date: string, style: "long" | "short" = "long"): string {
  const form: Intl.DateTimeFormatOptions =
    style === "long"
      ? { weekday: "long", day: "numeric", month: "long", year: "numeric" }
      : { day: "numeric", month: "short", year: "numeric" };
  return new Intl.DateTimeFormat(language(), { ...form, timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));
}

/** The two settings of a day that have names. */
export function settingName(edition: Edition | null, constraint: string, track: string): string {
  const solo = edition?.told.solo;
  const found = [solo?.constraints.find(({ id }) => id === constraint), solo?.tracks.find(({ id }) => id === track)];
  return found.map((it, at) => capital(named(it?.names)) || [constraint, track][at]!).join(" · ");
}

/** A star for each architectural challenge, full where it was earned. */
export function stars({ challenges, solo }: Played): string {
  const all = solo?.architecture.length ?? 0;
  return "★".repeat(challenges) + "☆".repeat(Math.max(0, all - challenges));
}

/** A sign for each site, and the stars. */
function signs(played: Played): string {
  const sites = played.ahead.map(({ colour, ahead }) => (ahead ? (SIGNS[colour] ?? "✅") : SNOW)).join("");
  return [sites, stars(played)].filter(Boolean).join(" ");
}

/** How far one was ahead of Winter, in a few words. */
export function margin(played: Played): string {
  return t(played.outcome === "won" ? "day.won" : "day.lost", { margin: signed(played.margin) });
}

export function shared(played: Played, edition: Edition | null, link: string): string {
  const { day, solo } = played;
  return [
    `${t("title")} · ${t("day.title")} · ${dayName(day!.date, "short")}`,
    settingName(edition, solo!.constraint, solo!.track),
    `${signs(played)} ${margin(played)}`,
    link,
  ].join("\n");
}
