// The course of a game: how the points grew, and where its turns and snowfalls are. What decided it.

import type { GameTold, PositionTold, TableEvent } from "../protocol";
import { breakdown, SOURCES, type Source } from "./scores";
import type { Moments } from "./source";

export interface Course {
  /** By colour, at each moment. */
  points: Record<string, number[]>;
  /** The moments at which a turn begins: the first, and wherever it is another's or the same player's next one. */
  turns: number[];
  /** The moments at which snow has just fallen, the last of them at the end. */
  snowfalls: number[];
}

export function courseOf(moments: Moments): Course {
  const first = moments.at(0).snapshot.position!;
  const points: Record<string, number[]> = Object.fromEntries(Object.keys(first.scores).map((colour) => [colour, []]));
  const turns = [0];
  const snowfalls: number[] = [];
  for (let moment = 0; moment < moments.length; moment++) {
    const { snapshot, log } = moments.at(moment);
    const position = snapshot.position!;
    const scores = position.result?.scores ?? position.scores;
    for (const [colour, so] of Object.entries(points)) so.push(scores[colour] ?? so.at(-1) ?? 0);
    const events = log.at(-1)?.events ?? [];
    if (events.some((it) => it.event === "turn_began")) turns.push(moment);
    if (events.some((it) => it.event === "snow_fell")) snowfalls.push(moment);
  }
  return { points, turns, snowfalls };
}

/** The next of some moments after one, or the one before it; the ends of the game where there is none. */
export function beside(among: readonly number[], moment: number, step: 1 | -1, length: number): number {
  return step > 0 ? (among.find((it) => it > moment) ?? length - 1) : (among.filter((it) => it < moment).at(-1) ?? 0);
}

export interface Decided {
  winner: string;
  /** The best of the others. */
  other: string;
  margin: number;
  /** Where the winner was furthest ahead of the other, and by how much. */
  source: Source;
  ahead: number;
}

/** What decided a game that one player won by points, of several; null for others. */
export function decidedBy(log: readonly TableEvent[], game: GameTold, last: PositionTold): Decided | null {
  const { result } = last;
  if (!result || game.mode === "solo" || result.winners.length !== 1 || result.decided_by !== "points") return null;
  const winner = result.winners[0]!;
  const points = (seat: string): number => result.scores[seat] ?? 0;
  const other = game.seats
    .filter((seat) => seat !== winner)
    .reduce((best, seat) => (points(seat) > points(best) ? seat : best));
  const sums = breakdown(log, game.seats);
  const lead = (source: Source): number => sums[winner]![source] - sums[other]![source];
  const source = SOURCES.reduce((best, it) => (lead(it) > lead(best) ? it : best));
  return { winner, other, margin: points(winner) - points(other), source, ahead: lead(source) };
}
