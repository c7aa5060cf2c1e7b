// The catalogues of words, made ready while the page is built: ICU messages become functions, so that no browser parses one,
// and the English ones say which texts there are and what each must be told.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import MessageFormat, { type PluralFunction } from "@messageformat/core";
import compileModule from "@messageformat/core/lib/compile-module.js";
import { parse, type Token } from "@messageformat/parser";
import type { Plugin } from "vite";

type Catalogue = Record<string, string>;

const path = (language: string) => fileURLToPath(new URL(`../src/words/${language}.json`, import.meta.url));
const catalogue = (language: string) => JSON.parse(readFileSync(path(language), "utf-8")) as Catalogue;

const anyOf = (...patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => source).join("|"));

/** What the front page says, and what is said everywhere. */
const FRONT = anyOf(
  /^(bot|dialog|enter|error|home|name|site|title|variants|version)(\.|$)/,
  /^book\.(read|rule$|title)/,
  /^bring\.(title|told)/,
  /^day\.(home|title)/,
  /^editions\.(box|choose|look)/,
  /^first\.(go|line|title|told|warned)/,
  /^help\.(one_card$|solo_)/,
  /^lesson\.(home|lead|title)/,
  /^links\.(copied|copy|share)$/,
  /^moving\.button/,
  /^playon\.told/,
  /^puzzle\.home/,
  /^replay\.watch/,
  /^series\.(advantage|kind|told)/,
  /^settings\.(language|name)/,
  /^solo\.(challenge|constraint|track)/,
  /^waiting\.home$/,
);

/** What only few say: no table waits for it. */
const ASIDE = anyOf(
  /^(keep|story)\./,
  /^analysis\.(?!title)/,
  /^bring\.(button|done|left|line)$/,
  /^book\./,
  /^coach\.(?!again|setting)/,
  /^day\.(?!log)/,
  /^editions\.(?!this)/,
  /^help\.(allies_once|allies_stage|bonus|bonus_solo|colours|complete|keys|linked|mouse|named|solo|stand|touch)$/,
  /^moving\./,
  /^puzzle\./,
  /^replay\.(?!chart|decided)/,
  /^turn\.(?!title)/,
  /^waiting\.(?!home|host$|sit|takeOver)/,
);

/** Where a text lies. What a shelf holds is fetched by whoever says something of it (`speakAlso`). */
export const shelf = (key: string) => (FRONT.test(key) ? "front" : ASIDE.test(key) ? "aside" : "table");

/** `virtual:texts/en+front` is what lies on a shelf of en.json, each text a function of its parameters. */
export function catalogues(): Plugin {
  const ASKED = "virtual:texts/";
  return {
    name: "catalogues",
    resolveId: (id) => (id.startsWith(ASKED) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${ASKED}`)) return undefined;
      const [language, asked] = id.slice(ASKED.length + 1).split("+") as [string, string];
      this.addWatchFile(path(language));
      const texts = Object.entries(catalogue(language)).filter(([key]) => shelf(key) === asked);
      return compileModule(new MessageFormat(plural(language), { strict: true }), Object.fromEntries(texts));
    },
  };
}

/** The plural rules the browser has itself: the compiler's own take -1 for another number than 1. */
function plural(language: string): PluralFunction {
  const rules = new Intl.PluralRules(language);
  return Object.defineProperties((count: string | number) => rules.select(Number(count)), {
    name: { value: language },
    cardinals: { value: rules.resolvedOptions().pluralCategories },
    toString: { value: () => `((rules) => (count) => rules.select(count))(new Intl.PluralRules("${language}"))` },
  });
}

/** The TypeScript of `Texts`: a line a text, with the parameters it must be given. */
export function textsModule(): string {
  const lines = Object.entries(catalogue("en")).map(([key, text]) => {
    const told = [...parameters(parse(text, { strict: true }))].sort(([one], [other]) => (one < other ? -1 : 1));
    const type = told.length ? `{ ${told.map(([name, kind]) => `${name}: ${kind}`).join("; ")} }` : "None";
    return `  ${/^\w+$/.test(key) ? key : JSON.stringify(key)}: ${type};\n`;
  });
  return `// Written by \`make format\` from en.json: every text, and what it must be told.

type None = Record<never, never>;
type Word = string | number;

export interface Texts {
${lines.join("")}}
`;
}

function parameters(tokens: readonly Token[], found = new Map<string, string>()): Map<string, string> {
  for (const token of tokens)
    if (token.type === "argument") found.set(token.arg, found.get(token.arg) ?? "Word");
    else if (token.type === "plural" || token.type === "select" || token.type === "selectordinal") {
      found.set(token.arg, token.type === "select" ? "string" : "number");
      for (const form of token.cases) parameters(form.tokens, found);
    } else if (token.type === "function")
      throw new Error(`no text formats by {${token.arg}, ${token.key}} yet: say its type here`);
  return found;
}
