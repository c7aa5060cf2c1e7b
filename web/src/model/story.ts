// One's own story: the games one has ended and the puzzles one has solved, and what they add up to. Nothing here keeps or
// asks anything.

import type { ChairTold, DayGameTold, Snapshot, SoloSettingsTold } from "../protocol";
import type { Edition } from "./edition";
import type { TableEvent } from "../protocol";

export const STORY = "nouvelle-france-story/1";

export type Outcome = "won" | "lost" | "shared" | "none";

/** A game that has ended, as its player remembers it. */
export interface Played {
  /** Its table: the same game is never told twice. */
  id: string;
  /** When it ended, in milliseconds since 1970. */
  at: number;
  mode: "table" | "solo";
  /** Whom it was played against: bots by their names, people as "people"; alone nobody. */
  rivals: string[];
  /** How it ended for whoever tells it; at a table of several of one's own seats for nobody. */
  outcome: Outcome;
  /** One's points; alone all colours together. */
  points: number;
  /** How far one was ahead of the best other; alone, how far the last of the colours was ahead of Winter. */
  margin: number;
  solo: SoloSettingsTold | null;
  /** Alone, of each site: its colour, and whether that was ahead of Winter; none where the game was given up. */
  ahead: { colour: string; ahead: boolean }[];
  /** How many architectural challenges were earned. */
  challenges: number;
  day: DayGameTold | null;
}

/** A puzzle that was solved, with how hard it is. */
export interface Solved {
  id: string;
  grade: string;
  at: number;
}

export interface Story {
  format: typeof STORY;
  games: Played[];
  puzzles: Solved[];
}

export const UNWRITTEN: Story = { format: STORY, games: [], puzzles: [] };

/** What a table's game was for whoever holds seats there; null where it has not ended, or without anything to tell. */
export function playedOf(
  { table, status, options, position, ended, seats, you }: Snapshot,
  edition: Edition,
  log: readonly TableEvent[],
  now: number,
): Played | null {
  if (status !== "over" || you.length === 0 || !position || ended?.how === "abandoned") return null;
  const scores: Record<string, number> = position.result?.scores ?? position.scores;
  const winners = ended?.winners ?? position.result?.winners;
  if (!winners) return null;
  const solo = options.mode === "solo";
  const told = edition.told.solo;
  const own = solo ? edition.told.sites.map((site) => site.solo_colour) : you;
  const winter = scores[told.winter] ?? 0;
  const others = seats.filter((chair) => !you.includes(chair.seat));
  const points = own.map((colour) => scores[colour] ?? 0);
  const best = Math.max(...others.map((chair) => scores[chair.seat] ?? 0));
  const won = you.filter((seat) => winners.includes(seat));
  return {
    id: table,
    at: log.filter((event) => event.kind === "moved" || event.kind === "conceded").at(-1)?.at ?? now,
    mode: options.mode,
    rivals: [...new Set(others.map((chair) => rivalOf(chair, log)))].sort(),
    outcome: !solo && you.length > 1 ? "none" : won.length === 0 ? "lost" : winners.length > 1 ? "shared" : "won",
    points: points.reduce((sum, it) => sum + it, 0),
    margin: solo ? Math.min(...points) - winter : others.length ? Math.max(...points) - best : 0,
    solo: options.solo,
    ahead: solo && position.result ? own.map((colour) => ({ colour, ahead: (scores[colour] ?? 0) > winter })) : [],
    challenges: solo ? (position.solo?.earned.length ?? 0) : 0,
    day: options.day,
  };
}

/** Who is said to have chosen where no bot did. */
const NO_BOTS = ["clock", "harmless", "chance"];

/** Who played a chair: people, or its bot, unless another bot made all its moves. */
function rivalOf({ kind, bot, seat }: ChairTold, log: readonly TableEvent[]): string {
  if (kind !== "bot" || bot === null) return "people";
  const chose = new Set(log.flatMap((it) => (it.kind === "moved" && it.seat === seat ? [it.stand_in ?? bot] : [])));
  const [only] = chose;
  return only && chose.size === 1 && !NO_BOTS.includes(only) ? only : bot;
}

/** The story with one game more, unless it is told already. */
export function withGame(story: Story, played: Played): Story {
  return story.games.some(({ id }) => id === played.id) ? story : { ...story, games: [...story.games, played] };
}

/** The story with a puzzle solved; it counts once, from when it first was. */
export function withPuzzle(story: Story, solved: Solved): Story {
  return story.puzzles.some(({ id }) => id === solved.id) ? story : { ...story, puzzles: [...story.puzzles, solved] };
}

/** Two stories of one person as one, in order of time. */
export function together(one: Story, other: Story): Story {
  const games = other.games.reduce(withGame, one);
  const all = other.puzzles.reduce(withPuzzle, games);
  const byTime = (a: { at: number }, b: { at: number }) => a.at - b.at;
  return { ...all, games: [...all.games].sort(byTime), puzzles: [...all.puzzles].sort(byTime) };
}

/** A story out of a file; null where it is none. */
export function readStory(text: string): Story | null {
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found !== "object" || found === null) return null;
    const { format, games, puzzles } = found as Partial<Story>;
    if (format !== STORY || !Array.isArray(games) || !Array.isArray(puzzles)) return null;
    return games.every(isPlayed) && puzzles.every(isSolved) ? { format, games, puzzles } : null;
  } catch {
    return null;
  }
}

const isText = (value: unknown): value is string => typeof value === "string" && value.length < 200;
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const OUTCOMES: readonly unknown[] = ["won", "lost", "shared", "none"] satisfies Outcome[];

function isPlayed(value: unknown): value is Played {
  if (typeof value !== "object" || value === null) return false;
  const { id, at, mode, rivals, outcome, points, margin, solo, ahead, challenges, day } = value as Partial<Played>;
  return (
    isText(id) &&
    (mode === "table" || mode === "solo") &&
    isTexts(rivals) &&
    OUTCOMES.includes(outcome) &&
    [at, points, margin, challenges].every(isNumber) &&
    Array.isArray(ahead) &&
    ahead.every((it) => typeof it === "object" && it !== null && isText(it.colour)) &&
    (solo === null || (isText(solo?.constraint) && isText(solo.track) && isTexts(solo.architecture))) &&
    (day === null || (isText(day?.date) && isText(day.count)))
  );
}

function isSolved(value: unknown): value is Solved {
  if (typeof value !== "object" || value === null) return false;
  const { id, grade, at } = value as Partial<Solved>;
  return isText(id) && isText(grade) && isNumber(at);
}

/** A day as it is everywhere at once: `2026-11-16`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const DAY = 86_400_000;
const after = (day: string): string => dayOf(Date.parse(`${day}T00:00:00Z`) + DAY);

/** How many days in a row something was played: up to today or yesterday, and at most. */
export function streaks(story: Story, today: string): { now: number; best: number } {
  const days = [...new Set([...story.games, ...story.puzzles].map(({ at }) => dayOf(at)))].sort();
  let best = 0;
  let row = 0;
  let last = "";
  for (const day of days) {
    row = last && after(last) === day ? row + 1 : 1;
    best = Math.max(best, row);
    last = day;
  }
  return { now: last === today || (last && after(last) === today) ? row : 0, best };
}

export interface Row {
  /** What the games of this row have in common. */
  key: string;
  played: number;
  won: number;
  /** The most points; alone the largest margin over Winter, and null where every game was given up. */
  best: number | null;
}

function better(best: number | null, { mode, margin, points, ahead }: Played): number | null {
  if (mode === "solo" && ahead.length === 0) return best;
  const now = mode === "solo" ? margin : points;
  return best === null ? now : Math.max(best, now);
}

/** Games by what they have in common, the most played first. */
function grouped(games: readonly Played[], keys: (played: Played) => string[]): Row[] {
  const rows = new Map<string, Row>();
  for (const played of games)
    for (const key of keys(played)) {
      const row = rows.get(key) ?? { key, played: 0, won: 0, best: null };
      rows.set(key, {
        key,
        played: row.played + 1,
        won: row.won + (played.outcome === "won" || played.outcome === "shared" ? 1 : 0),
        best: better(row.best, played),
      });
    }
  return [...rows.values()].sort((one, other) => other.played - one.played || (one.key < other.key ? -1 : 1));
}

/** The games at tables, by whom they were played against. */
export const byRival = (story: Story): Row[] =>
  grouped(
    story.games.filter(({ mode, outcome }) => mode === "table" && outcome !== "none"),
    ({ rivals }) => rivals,
  );

/** The games alone, by constraint and track, with the best margin over Winter. */
export const bySetting = (story: Story): Row[] =>
  grouped(
    story.games.filter(({ mode }) => mode === "solo"),
    ({ solo }) => [`${solo?.constraint ?? ""}/${solo?.track ?? ""}`],
  );

/** What one has made of a day: the first game of it that was played to its end, whenever that was. */
export function ofDay(story: Story, date: string): Played | null {
  const games = story.games.filter(({ day, ahead }) => day?.date === date && ahead.length > 0);
  return games.find(({ day }) => day?.count === "first" || day?.count === "alone") ?? games[0] ?? null;
}
