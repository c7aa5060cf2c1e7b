import { describe, expect, test } from "vitest";
import type { News } from "../protocol";
import { GAMES } from "./fixtures/fixtures";
import { apply } from "./table";
import { lookedBack, replayed } from "./timeline";

describe.each(GAMES)("a whole game", ({ told, positions, scores }) => {
  const length = told.moments.length + 1;
  const forwards = [...Array(length).keys()];

  /** Each table, folded one by one. */
  function folded() {
    const timeline = replayed(told);
    const { log } = timeline.at(length - 1);
    const tables = [timeline.at(0).snapshot];
    for (const news of log) tables.push(apply(tables.at(-1)!, news));
    return tables;
  }

  test.each([
    ["forwards", forwards],
    ["backwards", [...forwards].reverse()],
    ["by leaps", forwards.map((number) => (number * 37) % length)],
  ])("gone through %s has the tables of the fold", (_, moments) => {
    const timeline = replayed(told);
    const tables = folded();
    expect(new Set(moments).size).toBe(length);
    for (const moment of moments) expect(timeline.at(moment).snapshot).toEqual(tables[moment]);
  });

  test("its moments are those of the library", () => {
    const timeline = replayed(told);
    expect(timeline.length).toBe(length);
    for (const [moment, position] of positions) expect(timeline.at(moment).snapshot.position).toEqual(position);
    const { snapshot, log } = timeline.at(length - 1);
    expect(snapshot.status).toBe("over");
    expect(snapshot.position!.result!.scores).toEqual(scores);
    expect(log).toHaveLength(length - 1);
  });

  test("a moment is the same object each time, and there are none beyond the ends", () => {
    const timeline = replayed(told);
    const { snapshot } = timeline.at(5);
    timeline.at(9);
    expect(timeline.at(5).snapshot).toBe(snapshot);
    for (const beyond of [-1, length, 0.5, Number.NaN]) expect(() => timeline.at(beyond)).toThrow(RangeError);
  });
});

test("what somebody else chose for a seat is told as at the table", () => {
  const { told } = GAMES[0]!;
  const chosen = ["greedy", "clock", "harmless", undefined];
  const moments = told.moments.map((moment, number) => ({ ...moment, stand_in: chosen[number] }));
  const { log } = replayed({ ...told, moments }).at(chosen.length);
  const decided = log.map((news) => news.kind === "moved" && [news.how, news.stand_in]);
  expect(decided).toEqual([
    ["stand_in", "greedy"],
    ["clock", "clock"],
    ["stand_in", "harmless"],
    ["bot", undefined],
  ]);
});

test("looking back at a table begins with its first news", () => {
  const timeline = replayed(GAMES[0]!.told);
  const { snapshot, log } = timeline.at(3);
  const own = ["table", "seq", "you", "offers", "foresight", "chat"];
  const changes = Object.fromEntries(Object.entries(timeline.at(0).snapshot).filter(([key]) => !own.includes(key)));
  const created = { type: "news", kind: "created", table: "", seq: 1, at: 0, events: [], changes } as News;
  const news = log.map((it) => ({ ...it, seq: it.seq + 1 }));
  expect(lookedBack([created, ...news], ["blue"]).at(3).snapshot).toEqual({ ...snapshot, seq: 4, you: ["blue"] });
});
