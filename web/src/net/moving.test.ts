// A link carries all seats whole, and nothing comes of one that does not.

import { expect, test } from "vitest";
import { packed, unpacked } from "./moving";
import type { Kept } from "./seats";

const KEPT: Kept[] = [
  { table: "AbC123", title: "Chez Étienne", tokens: { white: "t1", blue: "t2" }, host: "h", invite: "i", at: 5 },
  { table: "Watched", title: "", tokens: {}, at: 6 },
  { table: "Over", title: "", tokens: { white: "t3" }, at: 7, over: true },
];

test("the seats of games that go on are in it, with what holds them", () => {
  const code = packed(KEPT);
  expect(code).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(unpacked(code, 9)).toEqual([{ ...KEPT[0], at: 9 }]);
});

test.each(["", "!", "e30", btoa('[{"table":"../x","title":"","tokens":{}}]'), btoa('[{"table":"a","title":1}]')])(
  "nothing comes of %s",
  (code) => expect(unpacked(code, 0)).toBeNull(),
);
