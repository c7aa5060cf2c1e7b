import { expect, test } from "vitest";
import { heardFrom, serverTime } from "./clock";

test("deadlines are measured by the server's time, not by this device's", () => {
  expect(serverTime(5_000)).toBe(5_000); // nothing heard yet
  heardFrom(Number.NaN, 5_000); // an answer without a date
  expect(serverTime(5_000)).toBe(5_000);
  heardFrom(1_000, 61_400); // this device is a minute ahead, and the answer was under way for 400 ms
  expect(serverTime(70_000)).toBe(9_600);
  heardFrom(2_000, 62_050);
  heardFrom(1_000, 99_000); // old news tells nothing
  expect(serverTime(70_000)).toBe(9_950);
});
