// Whatever a script says lies on a shelf that has been fetched when it is shown, whichever way it was come by.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { shelf } from "./catalogues.ts";

const SRC = fileURLToPath(new URL("../src", import.meta.url));
const KEYS = Object.keys(JSON.parse(readFileSync(join(SRC, "words/en.json"), "utf-8")) as object);
const SOURCES = new Map(
  readdirSync(SRC, { recursive: true, encoding: "utf-8" })
    .filter((path) => /(?<!\.(test|test-d|d))\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(join(SRC, path), "utf-8")]),
);

const reached = (from: string, name: string) => {
  const path = normalize(join(dirname(from), name));
  return [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((it) => SOURCES.has(it));
};

/** The scripts that one brings along, and those it fetches later, with the shelves it fetches together with them. */
function* after(from: string): Generator<{ script: string | undefined; fetched: string[] }> {
  const source = SOURCES.get(from)!;
  for (const [, name] of source.matchAll(/^(?:import|export) (?!type)(?:[^;"]* from )?"(\.[^"]+)"/gms))
    yield { script: reached(from, name!), fetched: [] };
  for (const [, name, said] of source.matchAll(/import\("(\.[^"]+)"\)(?:, speakAlso\(([^)]*)\))?/g))
    yield { script: reached(from, name!), fetched: [...(said ?? "").matchAll(/"(\w+)"/g)].map(([, it]) => it!) };
}

/** What every script can count on: the shelves that are there by each of the ways to it. */
function counted(): Map<string, string[]> {
  const there = new Map([["main.tsx", ["front"]]]);
  const ways = ["main.tsx"];
  for (let from = ways.pop(); from; from = ways.pop())
    for (const { script, fetched } of after(from)) {
      if (!script) continue;
      const now = [...there.get(from)!, ...fetched];
      const before = there.get(script);
      const both = before?.filter((it) => now.includes(it)) ?? now;
      if (before?.length === both.length) continue;
      there.set(script, both);
      ways.push(script);
    }
  return there;
}

/** The texts a script may say: keys as they are written, and those that are put together of what varies between dots. */
function said(source: string): string[] {
  const written = new Set([...source.matchAll(/"([a-z_]+(?:\.[\w-]+)+)"/g)].map(([, key]) => key!));
  const patterns = [...source.matchAll(/`([a-z_]+\.[^`]*\$\{[^`]*)`/g)].map(
    ([, made]) => new RegExp(`^${made!.replaceAll(".", "\\.").replaceAll(/\$\{[^}]*\}/g, "[\\w-]+")}$`),
  );
  return KEYS.filter((key) => written.has(key) || patterns.some((pattern) => pattern.test(key)));
}

test("what a script says has been fetched when it is shown", () => {
  const missing = [...counted()].flatMap(([script, shelves]) =>
    said(SOURCES.get(script)!)
      .filter((key) => !shelves.includes(shelf(key)))
      .map((key) => `${script} says ${key}, which lies on "${shelf(key)}"`),
  );
  expect(missing).toEqual([]);
});

test("the ways are found: a table's own scripts, and those that come later", () => {
  const there = counted();
  expect(there.get("pages/home/Home.tsx")).toEqual(["front"]);
  expect(there.get("pages/table/Game.tsx")).toEqual(["front", "table"]);
  expect(there.get("pages/home/Moving.tsx")).toEqual(["front", "aside"]);
  expect(there.size).toBeGreaterThan(200);
});
