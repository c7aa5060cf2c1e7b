import { expect, test } from "vitest";
import type { PuzzleListed } from "../protocol";
import { ofKind, ofTheDay } from "./puzzle";

const listed = (id: string, kind: PuzzleListed["kind"], grade = 1): PuzzleListed => ({
  id,
  kind,
  grade,
  players: 2,
  pack: 0,
});

const LIST = [
  listed("a", "later"),
  listed("b", "snow"),
  listed("c", "complete", 4),
  listed("d", "complete", 2),
  listed("e", "later"),
  listed("f", "complete", 4),
];

const DAYS = ["b", "e", "d", "b", "a", "f", "b", "e"];

test("the puzzle of the day is the one that Python names, whatever the hour", () => {
  const day = (number: number, hour = 0) => ofTheDay(LIST, Date.UTC(2026, 10, number, hour))?.id;
  // of_the_day(date(2026, 11, 16 …), …) of nouvelle_france.puzzles for the same list
  expect([16, 17, 18, 19, 20, 21, 22, 23].map((number) => day(number))).toEqual(DAYS);
  expect(day(16, 23)).toBe(DAYS[0]);
  expect(ofTheDay([], 0)).toBeNull();
});

test("puzzles of a kind are numbered from the easy ones on", () => {
  expect(ofKind(LIST, "complete").map(({ id }) => id)).toEqual(["d", "c", "f"]);
});
