import { expect, test } from "vitest";
import { above, below, pathAt } from "./root";

test("paths lead to addresses and back, at a host, below a path of it, and in a folder of files", () => {
  for (const root of ["", "/games", "/our/games", "/games/?", "/?"])
    for (const path of ["/", "/t/ABC", "/rules#plc-5"]) {
      expect(below(path, root)).toBe(root + path);
      expect(above(below(path, root), root)).toBe(path);
      const { pathname, search } = new URL(below(path, root), "https://example.org");
      expect(pathAt({ pathname, search }, root)).toBe(path.split("#")[0]);
    }
});

test("a folder of files is the same with the name of its page, and with a wish behind the path", () => {
  expect(pathAt({ pathname: "/games/index.html", search: "?/t/ABC" }, "/games/?")).toBe("/t/ABC");
  expect(pathAt({ pathname: "/games/", search: "?/t/ABC&aa" }, "/games/?")).toBe("/t/ABC");
  expect(pathAt({ pathname: "/games/", search: "" }, "/games/?")).toBe("/games/");
});

test("an address beside the root is left as it is", () => {
  expect(above("/gamesome/rules", "/games")).toBe("/gamesome/rules");
});
