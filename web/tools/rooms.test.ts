// The linter holds the direction of the rooms and that there are no circles, here in a page made up for it.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const WEB = fileURLToPath(new URL("..", import.meta.url));

/** What each room may import. */
const BEFORE: Record<string, string[]> = {
  protocol: [],
  model: ["protocol"],
  words: ["protocol", "model"],
  board: ["protocol", "model", "words"],
  kit: ["words"],
  sound: [],
  hand: ["protocol", "model", "words", "board", "kit"],
  settings: ["words", "kit", "sound"],
  net: ["protocol", "model", "settings"],
  pages: ["protocol", "model", "words", "board", "kit", "sound", "hand", "settings", "net"],
};
const ROOMS = Object.keys(BEFORE);

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rooms-"));
  cpSync(join(WEB, "biome.jsonc"), join(folder, "biome.jsonc"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The rules that a page of these files breaks, as `rule file:line`. */
function broken(files: Record<string, string>): string[] {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, "src", path)), { recursive: true });
    writeFileSync(join(folder, "src", path), text);
  }
  let said: string;
  try {
    const program = join(WEB, "node_modules/@biomejs/biome/bin/biome");
    const options = ["lint", "--reporter=github", "--max-diagnostics=none", "src"];
    said = execFileSync(process.execPath, [program, ...options], { cwd: folder, encoding: "utf-8", stdio: "pipe" });
  } catch (error) {
    said = (error as { stdout: string }).stdout;
  }
  return [...said.matchAll(/::error title=([^,]+),file=.*?src\/([^,]+),line=(\d+)/g)]
    .map(([, rule, path, line]) => `${rule!.split("/").at(-1)} ${path}:${line}`)
    .sort();
}

test("a room imports only what stands before it", () => {
  const files = Object.fromEntries(
    ROOMS.map((room) => [
      `${room}/inside/one.ts`,
      ROOMS.map((other, number) =>
        number % 2 ? `import "../../${other}/two";\n` : `import type { Two } from "../../${other}";\n`,
      ).join(""),
    ]),
  );
  const refused = ROOMS.flatMap((room) =>
    ROOMS.flatMap((other, number) =>
      other === room || BEFORE[room]!.includes(other)
        ? []
        : [`noRestrictedImports ${room}/inside/one.ts:${number + 1}`],
    ),
  );
  expect(broken(files).filter((it) => it.startsWith("noRestrictedImports"))).toEqual(refused.sort());
});

test("the board takes the colours of the cubes from the kit", () => {
  const text = 'import colours from "../kit/colours.module.css";\nexport const white = colours.white;\n';
  expect(broken({ "board/one.ts": text, "model/one.ts": text })).toEqual(["noRestrictedImports model/one.ts:1"]);
});

test("what is loaded later counts too", () => {
  expect(broken({ "model/one.ts": 'export const later = () => import("../pages/two");\n' })).toEqual([
    "noRestrictedImports model/one.ts:1",
  ]);
});

test("no two files import each other", () => {
  const files = {
    "model/one.ts": 'import { two } from "./two";\nexport const one = () => two();\n',
    "model/two.ts": 'import { one } from "./one";\nexport const two = (): unknown => one;\n',
  };
  expect(broken(files)).toEqual(["noImportCycles model/one.ts:1", "noImportCycles model/two.ts:1"]);
});

test("what an effect reads it names", () => {
  const text = `import { useEffect } from "react";
export function useTitle(title: string) {
  useEffect(() => {
    document.title = title;
  }, []);
}
`;
  expect(broken({ "kit/useTitle.ts": text })).toEqual(["useExhaustiveDependencies kit/useTitle.ts:3"]);
});
