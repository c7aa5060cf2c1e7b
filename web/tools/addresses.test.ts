// The server may be below a path of its host: an address that begins at the host would lead past it.

import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SRC = fileURLToPath(new URL("../src/", import.meta.url));

const AT_THE_HOST =
  /\b(?:href|src|action)=(?:\{?["'`])\/|\b(?:fetch|URL|register|open|Worker)\(\s*["'`]\/|(?:pushState|replaceState)\([^)]*["'`]\//g;

test("every address of the page is made by below() or go()", () => {
  const files = globSync("**/*.{ts,tsx}", { cwd: SRC }).filter((file) => !/\.test(-d)?\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    [...readFileSync(SRC + file, "utf-8").matchAll(AT_THE_HOST)].map(([text]) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});
