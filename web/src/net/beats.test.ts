// News come in their order, and nothing a bot does is over before it was seen.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { NewsTold } from "../protocol";
import { Beats } from "./beats";

const moved = (seq: number, how: "person" | "bot") =>
  ({ type: "news", kind: "moved", seq, how }) as unknown as NewsTold;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function told(beat: number): { shown: number[]; beats: Beats } {
  const shown: number[] = [];
  return {
    shown,
    beats: new Beats(
      (news) => shown.push(news.seq),
      () => beat,
    ),
  };
}

test("after each of a bot's actions there is a beat, whoever acts next", () => {
  const { shown, beats } = told(700);
  for (const [seq, how] of [
    [1, "person"],
    [2, "bot"],
    [3, "bot"],
    [4, "person"],
  ] as const)
    beats.take(moved(seq, how));
  expect(shown).toEqual([1, 2]);
  expect(beats.last).toBe(4);
  vi.advanceTimersByTime(699);
  expect(shown).toEqual([1, 2]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual([1, 2, 3]);
  vi.advanceTimersByTime(700);
  expect(shown).toEqual([1, 2, 3, 4]);
  expect(beats.last).toBeNull();
});

test("without a beat everything is there at once", () => {
  const { shown, beats } = told(0);
  for (const seq of [1, 2, 3]) beats.take(moved(seq, "bot"));
  expect(shown).toEqual([1, 2, 3]);
});

test("whoever acts sees all of it first, once and in order", () => {
  const { shown, beats } = told(700);
  for (const seq of [1, 2, 3]) beats.take(moved(seq, "bot"));
  beats.flush();
  expect(shown).toEqual([1, 2, 3]);
  beats.take(moved(4, "bot"));
  vi.advanceTimersByTime(5000);
  expect(shown).toEqual([1, 2, 3, 4]);
});
