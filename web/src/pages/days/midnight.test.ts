import { expect, test } from "vitest";
import { untilTomorrow } from "./midnight";

test("a day ends at midnight of UTC, and a little later it is over for certain", () => {
  const wait = (at: string) => untilTomorrow(Date.parse(at));
  expect(wait("2026-11-19T23:59:59Z")).toBe(3_000);
  expect(wait("2026-11-19T23:59:59-05:00")).toBe(19 * 3_600_000 + 3_000);
  expect(wait("2026-11-20T00:00:00Z")).toBe(24 * 3_600_000 + 2_000);
});
