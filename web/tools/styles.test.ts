// A class that no style sheet has is no error of the compiler, nor is one that nothing wears.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SRC = fileURLToPath(new URL("../src", import.meta.url));
const FILES = readdirSync(SRC, { recursive: true, encoding: "utf-8" }).map((path) => join(SRC, path));
const read = (path: string) => readFileSync(path, "utf-8");

/** The classes of a style sheet, and the values it has or takes over. */
function namesIn(sheet: string): { classes: Set<string>; values: Set<string> } {
  const text = read(sheet).replace(/\/\*[\s\S]*?\*\//g, "");
  const selectors = text
    .replace(/@value[^;]*;/g, "")
    .replace(/:global\([^)]*\)/g, "")
    .replace(/"[^"]*"/g, "");
  const values = [...text.matchAll(/@value ([^:;]*?)(?::| from)/g)].flatMap(([, names]) => names!.split(/,\s*/));
  return {
    classes: new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g)].map(([, name]) => name!)),
    values: new Set(values),
  };
}

const worn = FILES.filter((path) => /\.tsx?$/.test(path)).flatMap((path) => {
  const source = read(path);
  return [...source.matchAll(/^import (\w+) from "(.*\.module\.css)";$/gm)].flatMap(([, name, sheet]) =>
    [...source.matchAll(new RegExp(`\\b${name}\\.(?!module\\b)(\\w+)`, "g"))].map(([, local]) => ({
      path,
      sheet: resolve(dirname(path), sheet!),
      local: local!,
    })),
  );
});

test("every class that is worn is in its style sheet", () => {
  expect(worn.length).toBeGreaterThan(200);
  const missing = worn.filter(({ sheet, local }) => {
    const { classes, values } = namesIn(sheet);
    return !classes.has(local) && !values.has(local);
  });
  expect(missing).toEqual([]);
});

test("every class of a style sheet is worn", () => {
  const idle = FILES.filter((path) => path.endsWith(".module.css")).flatMap((sheet) => {
    const used = new Set(worn.filter((it) => it.sheet === sheet).map((it) => it.local));
    return [...namesIn(sheet).classes].filter((name) => !used.has(name)).map((name) => `${sheet} .${name}`);
  });
  expect(idle).toEqual([]);
});
