// A link carries all seats whole, and nothing comes of one that does not.

import { expect, test } from "vitest";
import { merged, packed, unpacked } from "./moving";
import type { Kept } from "./seats";

const KEPT: Kept[] = [
  {
    table: "AbC123",
    title: "Chez Étienne",
    tokens: { white: "t1", blue: "t2" },
    host: "h",
    invite: "i",
    day: true,
    at: 5,
  },
  { table: "Watched", title: "", tokens: {}, at: 6 },
  { table: "Over", title: "", tokens: { white: "t3" }, at: 7, over: true },
];

test("the seats of games that go on are in it, with what holds them", () => {
  const code = packed(KEPT);
  expect(code).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(unpacked(code, 9)).toEqual([{ ...KEPT[0], at: 9 }]);
});

test("what this browser holds already of a table stays, and what is brought comes to it", () => {
  const here: Kept = { table: "AbC123", title: "", tokens: { yellow: "t0" }, host: "h", invite: "i", day: true, at: 1 };
  const seat: Kept = { table: "AbC123", title: "Chez Étienne", tokens: { blue: "t2" }, at: 5 };
  const brought = unpacked(packed([seat]), 9)![0]!;
  const all = { ...here, title: "Chez Étienne", tokens: { yellow: "t0", blue: "t2" }, at: 9 };
  expect(merged(here, brought)).toEqual(all);
  expect(merged(undefined, brought)).toEqual({ ...seat, at: 9 });
  expect(merged(all, { ...brought, title: "" })).toEqual(all);
});

test.each([
  "",
  "!",
  "e30",
  btoa('[{"table":"../x","title":"","tokens":{}}]'),
  btoa('[{"table":"a","title":1}]'),
  btoa('[{"table":"a","title":"","tokens":{},"day":1}]'),
])("nothing comes of %s", (code) => expect(unpacked(code, 0)).toBeNull());
