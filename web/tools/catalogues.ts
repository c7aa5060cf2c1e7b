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

/** What is only said where a script of its own asks for it (`speakAside`): no table and no front page waits for these. */
const ASIDE = new RegExp(
  [
    /^(analysis|keep|story)\./,
    /^bring\.(button|done|left|line)$/,
    /^book\.(?!read|rule$|title)/,
    /^coach\.(?!again|setting)/,
    /^day\.(?!home|log|title)/,
    /^editions\.(?!box|choose|look|this)/,
    /^help\.(allies_once|allies_stage|bonus|bonus_solo|colours|complete|keys|linked|mouse|named|solo|stand|touch)$/,
    /^moving\.(?!button)/,
    /^puzzle\.(?!home)/,
    /^replay\.(?!chart|decided|watch)/,
    /^turn\.(?!title)/,
    /^waiting\.(?!home|host$|sit|takeOver)/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** `virtual:texts/en` is what en.json says, each text a function of its parameters; `virtual:texts/en+aside` the rest of it. */
export function catalogues(): Plugin {
  const ASKED = "virtual:texts/";
  return {
    name: "catalogues",
    resolveId: (id) => (id.startsWith(ASKED) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${ASKED}`)) return undefined;
      const [language, aside] = id.slice(ASKED.length + 1).split("+") as [string, string | undefined];
      this.addWatchFile(path(language));
      const texts = Object.entries(catalogue(language)).filter(([key]) => ASIDE.test(key) === (aside !== undefined));
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
