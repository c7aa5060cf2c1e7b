import { describe, expect, test } from "vitest";
import { GAMES, edition } from "./fixtures/fixtures";
import {
  byRival,
  bySetting,
  dayOf,
  ofDay,
  playedOf,
  readStory,
  streaks,
  together,
  UNWRITTEN,
  withGame,
  withPuzzle,
  type Played,
} from "./story";
import { replayed } from "./timeline";

const at = (day: string) => Date.parse(`${day}T12:00:00Z`);

function played(id: string, day: string, change: Partial<Played> = {}): Played {
  return {
    id,
    at: at(day),
    mode: "solo",
    rivals: [],
    outcome: "won",
    points: 90,
    margin: 3,
    solo: { constraint: "apprentice", track: "standard", architecture: ["belfry"] },
    ahead: [{ colour: "brown", ahead: true }],
    challenges: 1,
    day: null,
    ...change,
  };
}

describe.each(GAMES)("a game that has ended", ({ told, scores }) => {
  const timeline = replayed(told);
  const { snapshot, log } = timeline.at(timeline.length - 1);
  const alone = snapshot.options.mode === "solo";

  test("is told by whoever held a seat, once, and by nobody else", () => {
    const seat = snapshot.seats[0]!.seat;
    const mine = playedOf({ ...snapshot, table: "A", you: [seat] }, edition, log, at("2026-11-16"))!;
    const colours = alone ? edition.told.sites.map((site) => site.solo_colour) : [seat];
    expect(mine.points).toBe(colours.reduce((sum, colour) => sum + scores[colour]!, 0));
    expect(mine.outcome === "lost").toBe(!snapshot.position!.result!.winners.includes(seat));
    // SOL-11: won is what is strictly ahead of Winter with every colour.
    if (alone) expect(mine.margin > 0 && mine.ahead.every((it) => it.ahead)).toBe(mine.outcome === "won");
    const story = withGame(UNWRITTEN, mine);
    expect(withGame(story, { ...mine, at: 5 })).toBe(story);
    const rivals = (stood: string | null) => {
      const chairs = snapshot.seats.map((chair) => ({ ...chair, kind: "bot" as const, bot: "ingenieur" }));
      const news = log.map((it) => (it.kind === "moved" && it.seat !== seat ? { ...it, stand_in: stood } : it));
      return playedOf({ ...snapshot, seats: chairs, you: [seat] }, edition, news, 0)!.rivals;
    };
    expect(rivals(null)).toEqual(alone ? [] : ["ingenieur"]);
    expect(rivals("greedy"), "it was greedy who played").toEqual(alone ? [] : ["greedy"]);
    expect(rivals("harmless")).toEqual(alone ? [] : ["ingenieur"]);
    expect(playedOf(snapshot, edition, log, 0)).toBeNull();
    expect(playedOf({ ...snapshot, you: [seat], status: "playing" }, edition, log, 0)).toBeNull();
  });
});

test("all kinds of games are among them", () => {
  expect(new Set(GAMES.map(({ told }) => told.game.mode))).toEqual(new Set(["table", "solo"]));
});

test("days in a row end with today or yesterday, over the end of a month, and count games and puzzles", () => {
  const days = ["2026-10-29", "2026-10-30", "2026-10-31", "2026-11-14", "2026-11-15"];
  const story = days.map((day) => played(day, day)).reduce(withGame, UNWRITTEN);
  expect(streaks(story, "2026-11-15")).toEqual({ now: 2, best: 3 });
  expect(streaks(story, "2026-11-16")).toEqual({ now: 2, best: 3 });
  expect(streaks(story, "2026-11-17")).toEqual({ now: 0, best: 3 });
  const more = withPuzzle(story, { id: "p", grade: "artisan", at: at("2026-11-16") });
  expect(streaks(more, "2026-11-16")).toEqual({ now: 3, best: 3 });
  expect(withPuzzle(more, { id: "p", grade: "artisan", at: 1 })).toBe(more);
  expect(streaks(UNWRITTEN, "2026-11-16")).toEqual({ now: 0, best: 0 });
  expect(dayOf(at("2026-11-16"))).toBe("2026-11-16");
});

test("a story goes to a file and back, and what is told twice counts once", () => {
  const one = [played("a", "2026-11-15"), played("c", "2026-11-17")].reduce(withGame, UNWRITTEN);
  const other = [played("b", "2026-11-16"), played("a", "2026-11-15")].reduce(withGame, UNWRITTEN);
  const brought = readStory(JSON.stringify(other))!;
  expect(brought).toEqual(other);
  const all = together(one, brought);
  expect(all.games.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect(together(all, all)).toEqual(all);
});

test.each([
  "",
  "{}",
  "null",
  '{"format":"nouvelle-france-story/1","games":[{}],"puzzles":[]}',
  JSON.stringify({ ...withGame(UNWRITTEN, played("a", "2026-11-15")), format: "other" }),
  JSON.stringify(withGame(UNWRITTEN, { ...played("a", "2026-11-15"), outcome: "great" as Played["outcome"] })),
])("what is no story is not taken for one: %s", (text) => expect(readStory(text)).toBeNull());

test("results are told by opponent and by setting", () => {
  const story = [
    played("a", "2026-11-15", { margin: -4, outcome: "lost" }),
    played("b", "2026-11-15", { margin: 7 }),
    played("c", "2026-11-15", { margin: 99, outcome: "lost", ahead: [] }),
    played("d", "2026-11-15", { mode: "table", rivals: ["artisan", "people"], points: 50, solo: null }),
    played("e", "2026-11-15", { mode: "table", rivals: ["artisan"], outcome: "lost", points: 40, solo: null }),
    played("f", "2026-11-15", { mode: "table", rivals: [], outcome: "none", solo: null }),
  ].reduce(withGame, UNWRITTEN);
  // Whoever gave a game up has played it, but what stood then is no best.
  expect(bySetting(story)).toEqual([{ key: "apprentice/standard", played: 3, won: 1, best: 7 }]);
  expect(byRival(story)).toEqual([
    { key: "artisan", played: 2, won: 1, best: 50 },
    { key: "people", played: 1, won: 1, best: 50 },
  ]);
});

test("a day is told by its first game that came to an end", () => {
  const day = (count: "first" | "further" | "past") => ({ date: "2026-11-15", count });
  const story = [
    played("given up", "2026-11-15", { day: day("first"), ahead: [] }),
    played("past", "2026-11-18", { day: day("past") }),
    played("first", "2026-11-15", { day: day("first") }),
  ].reduce(withGame, UNWRITTEN);
  expect(ofDay(story, "2026-11-15")?.id).toBe("first");
  expect(ofDay(story, "2026-11-16")).toBeNull();
});
