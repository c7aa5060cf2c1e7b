// Where each colour's points came from.

import type { TableEvent } from "../protocol";

export const SOURCES = ["placements", "links", "allies", "challenges", "snow", "disks"] as const;
export type Source = (typeof SOURCES)[number];
export type Breakdown = Record<string, Record<Source, number>>;

/** The moves that stand: what was taken back did not happen. */
export function standing(log: readonly TableEvent[]): TableEvent[] {
  const moves: TableEvent[] = [];
  for (const event of log) {
    if (event.kind === "moved") moves.push(event);
    else if (event.kind === "taken_back") moves.pop();
    else if (event.kind === "went_back") moves.splice(moves.length - event.actions);
  }
  return moves;
}

/** Whether the points of the last placement have been doubled since. */
export function doubled(log: readonly TableEvent[]): boolean {
  const last = standing(log)
    .flatMap((move) => move.events)
    .filter((event) => event.event === "placed" || event.event === "doubled")
    .at(-1);
  return last?.event === "doubled";
}

/** What each colour had before the log begins, as a lesson does in the midst of a game: the rest of its points. */
export function earlier(sums: Breakdown, scores: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(sums).map(([colour, row]) => [
      colour,
      (scores[colour] ?? 0) - SOURCES.reduce((sum, source) => sum + row[source], 0),
    ]),
  );
}

export function breakdown(log: readonly TableEvent[], colours: readonly string[]): Breakdown {
  const sums: Breakdown = Object.fromEntries(
    colours.map((colour) => [colour, { placements: 0, links: 0, allies: 0, challenges: 0, snow: 0, disks: 0 }]),
  );
  const add = (colour: string | undefined, source: Source, points: number) => {
    const row = colour === undefined ? undefined : sums[colour];
    if (row) row[source] += points;
  };
  for (const move of standing(log))
    for (const event of move.events)
      switch (event.event) {
        case "placed":
          for (const scored of event.scored) {
            add(scored.colour, "placements", scored.new.length);
            add(scored.colour, "links", scored.linked.length);
          }
          break;
        case "doubled":
        case "took_half":
          add(event.by, "allies", event.points);
          break;
        case "challenge_earned":
          add(event.colour, "challenges", event.points);
          break;
        case "snow_fell":
          for (const site of event.sites)
            for (const [colour, cubes] of Object.entries(site.cubes)) add(colour, "snow", cubes * site.mark);
          break;
        case "game_over":
          for (const [colour, points] of Object.entries(event.disks)) add(colour, "disks", points);
          break;
        default:
      }
  return sums;
}
