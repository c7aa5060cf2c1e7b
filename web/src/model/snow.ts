// What a level would count for whoever asks, if the snow fell now.

import type { Building } from "./building";
import type { Edition } from "./edition";
import type { GameTold } from "../protocol";

/** What one site's level is worth: how many cubes of the colour that scores there, and the stick's mark. */
export interface Level {
  site: string;
  mark: number;
  cubes: number;
}

/** What a level would count for a seat if the snow fell now, site by site (SNW-1); alone each site counts for its own colour (SOL-7). */
export function levelNow(
  edition: Edition,
  game: Pick<GameTold, "mode" | "sticks">,
  built: Record<string, Building>,
  seat: string,
  level: number,
): Level[] {
  return edition.sites.map((site) => {
    const colour = game.mode === "solo" ? edition.site(site).solo_colour : seat;
    const cubes = built[site]!.cubes.filter((cube) => cube.colour === colour && cube.cell[2] === level).length;
    return { site, mark: edition.marks(game.sticks[site]!)[level - 1]!, cubes };
  });
}

export const worthOf = (levels: readonly Level[]): number => levels.reduce((sum, it) => sum + it.cubes * it.mark, 0);
