import { expect, test } from "vitest";
import { edition } from "../../model/fixtures/fixtures";
import { MARK_PATHS, paintOf } from "./paints";

test("every colour of an edition has a paint of its own, also one that nobody foresaw", () => {
  const colours = [...edition.colours, "red", "green", "violet"];
  const paints = colours.map((colour) => paintOf(colour));
  expect(new Set(paints.map(({ wood }) => wood)).size).toBe(colours.length);
  for (const { mark, sign } of paints) {
    expect(MARK_PATHS).toHaveProperty(mark);
    expect(sign).not.toBe("");
  }
  expect(paintOf("red")).toEqual(paintOf("red"));
});
