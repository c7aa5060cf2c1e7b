// What a board shows of a game. It is the same whether a server tells it, a record or a lesson.

import type { GameTold, Mode, Position } from "../protocol";
import type { Building } from "./building";
import type { Edition } from "./edition";

export interface Scenery {
  edition: Edition;
  mode: Mode;
  /** The tally stick of each site, by its colour. */
  sticks: Record<string, string>;
  /** How many levels lie under snow. */
  snow: number;
  /** Who holds each site's standee: a colour, alone "player" or "winter", or nobody yet. */
  standees: Record<string, string | null>;
  built: Record<string, Building>;
}

export function sceneryOf(
  edition: Edition,
  game: Pick<GameTold, "mode" | "sticks">,
  position: Pick<Position, "snow" | "standees">,
  built: Record<string, Building>,
): Scenery {
  const { mode, sticks } = game;
  const { snow, standees } = position;
  return { edition, mode, sticks, snow, standees, built };
}

/** The colour of whoever holds a site's standee. Alone the player builds each site for a colour of its own. */
export function holderColour({ edition, mode, standees }: Scenery, site: string): string | null {
  const holder = standees[site] ?? null;
  if (mode !== "solo" || holder === null) return holder;
  return holder === "winter" ? edition.told.solo.winter : edition.site(site).solo_colour;
}

/** The colour a site's tally stick is shown in. Alone no stick belongs to anybody: site, stick and marker have one colour. */
export function stickColour({ edition, mode, sticks }: Scenery, site: string): string | null {
  return mode === "solo" ? edition.site(site).solo_colour : (sticks[site] ?? null);
}
