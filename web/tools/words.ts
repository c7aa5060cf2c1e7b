// Writes src/words/texts.ts anew, or with --check only says whether it is what en.json asks for.

import { readFileSync, writeFileSync } from "node:fs";
import { textsModule } from "./catalogues.ts";

const path = new URL("../src/words/texts.ts", import.meta.url);
if (!process.argv.includes("--check")) writeFileSync(path, textsModule());
else if (readFileSync(path, "utf-8") !== textsModule()) {
  console.error("web/src/words/texts.ts is not what en.json says: make format writes it anew");
  process.exitCode = 1;
}
