// A seat is not lost by a press too early, and what is worth nothing goes at once.

import { expect, test } from "vitest";
import type { Kept } from "../../net/seats";
import { isDear } from "./dear";

const KEPT: Kept = { table: "T", title: "", tokens: { blue: "key" }, at: 0 };

test("a seat is asked about where it goes on, and where nobody knows whether it does", () => {
  for (const status of ["waiting", "playing", undefined] as const) expect(isDear(KEPT, status, false)).toBe(true);
});

test("nobody is asked about what is over, gone, or was only watched", () => {
  for (const status of ["over", "closed"] as const) expect(isDear(KEPT, status, false)).toBe(false);
  expect(isDear(KEPT, undefined, true)).toBe(false);
  expect(isDear({ ...KEPT, over: true }, undefined, false)).toBe(false);
  expect(isDear({ ...KEPT, tokens: {} }, "playing", false)).toBe(false);
});
