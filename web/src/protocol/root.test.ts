import { expect, test } from "vitest";
import { above, below } from "./root";

test("paths lead to addresses and back, at a host and below a path of it", () => {
  for (const root of ["", "/games", "/our/games"])
    for (const path of ["/", "/t/ABC", "/rules#plc-5"]) {
      expect(below(path, root)).toBe(root + path);
      expect(above(below(path, root), root)).toBe(path);
    }
});

test("an address beside the root is left as it is", () => {
  expect(above("/gamesome/rules", "/games")).toBe("/gamesome/rules");
});
