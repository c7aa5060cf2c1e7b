import { describe, expect, test } from "vitest";
import { beside, courseOf, decidedBy } from "./course";
import { GAMES } from "./fixtures/fixtures";
import { SOURCES, breakdown } from "./scores";
import { replayed } from "./timeline";

describe.each(GAMES)("the course of a game", ({ told, scores }) => {
  const timeline = replayed(told);
  const course = courseOf(timeline);

  test("the points are those of every moment and end with the result", () => {
    for (const [colour, points] of Object.entries(course.points)) {
      expect(points).toHaveLength(timeline.length);
      expect(points.at(-1)).toBe(scores[colour]);
    }
  });

  test("SNW-1: there are as many snowfalls as levels that were buried", () => {
    const last = timeline.at(timeline.length - 1).snapshot.position!;
    expect(course.snowfalls).toHaveLength(last.snow);
    for (const moment of course.snowfalls)
      expect(timeline.at(moment).snapshot.position!.snow).toBe(timeline.at(moment - 1).snapshot.position!.snow + 1);
  });

  test("TRN-1: nobody else is active within a turn", () => {
    const ends = [...course.turns.slice(1), timeline.length];
    expect(course.turns.length).toBeGreaterThan(10);
    course.turns.forEach((begin, number) => {
      const active = timeline.at(begin).snapshot.position!.active;
      for (let moment = begin; moment < ends[number]! - 1; moment++)
        expect(timeline.at(moment).snapshot.position!.active).toBe(active);
    });
  });

  test("what decided it adds up", () => {
    const last = timeline.at(timeline.length - 1);
    const game = last.snapshot.game!;
    const decided = decidedBy(last.log, game, last.snapshot.position!);
    if (game.mode === "solo") {
      expect(decided).toBeNull();
      return;
    }
    const { winner, other, margin, source, ahead } = decided!;
    const sums = breakdown(last.log, game.seats);
    expect(SOURCES.reduce((sum, it) => sum + sums[winner]![it] - sums[other]![it], 0)).toBe(margin);
    expect(sums[winner]![source] - sums[other]![source]).toBe(ahead);
    expect(decidedBy(last.log, game, timeline.at(0).snapshot.position!)).toBeNull();
  });
});

test("beside a moment are the next of some, or the ends", () => {
  const among = [0, 4, 9];
  expect([0, 3, 4, 9].map((moment) => beside(among, moment, 1, 20))).toEqual([4, 4, 9, 19]);
  expect([0, 3, 4, 15].map((moment) => beside(among, moment, -1, 20))).toEqual([0, 0, 0, 9]);
});
