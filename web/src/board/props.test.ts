import { expect, test } from "vitest";
import { anew, shownIn } from "./props";

test("asking for the present view again is another view of the same", () => {
  expect(anew("all", "church")).toBe("church");
  expect(anew("all#3", "church")).toBe("church");
  const again = anew("church", "church");
  expect(again).not.toBe("church");
  expect(anew(again, "church")).not.toBe(again);
  expect([again, anew(again, "church")].map(shownIn)).toEqual(["church", "church"]);
});
