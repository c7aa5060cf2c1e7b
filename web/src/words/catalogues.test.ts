// The catalogues say the same things, all that the page asks for and nothing else.

import { parse, type Token } from "@messageformat/parser";
import { describe, expect, test } from "vitest";
import en from "./en.json";
import fr from "./fr.json";
import { LANGUAGES } from "./words";

const CATALOGUES = Object.fromEntries(
  Object.entries(import.meta.glob<Record<string, string>>("./*.json", { import: "default", eager: true })).map(
    ([path, catalogue]) => [path.slice("./".length, -".json".length), catalogue],
  ),
);
const KEYS = Object.keys(en);

/** The plural forms a language needs; French has "many" for round millions, which no count here reaches. */
const formsOf = (language: string) =>
  new Intl.PluralRules(language)
    .resolvedOptions()
    .pluralCategories.filter((form) => form !== "many" || language !== "fr");

interface Placeholder {
  name: string;
  forms: string[];
}

/** The parameters of a text, with the forms of those that are counted, and those inside the forms. */
const placeholders = (text: string): Placeholder[] => parse(text, { strict: true }).flatMap(inside);

const inside = (token: Token): Placeholder[] =>
  "cases" in token
    ? [
        { name: token.arg, forms: token.cases.map((form) => form.key) },
        ...token.cases.flatMap((form) => form.tokens.flatMap(inside)),
      ]
    : "arg" in token
      ? [{ name: token.arg, forms: [] }]
      : [];

/** Every way a text can run, each parameter a 0. */
const readings = (text: string): string[] => running(parse(text, { strict: true }));

const running = (tokens: Token[]): string[] =>
  tokens.reduce<string[]>(
    (begun, token) => {
      const next =
        "cases" in token
          ? token.cases.flatMap((form) => running(form.tokens))
          : [token.type === "content" ? token.value : "0"];
      return begun.flatMap((text) => next.map((more) => text + more));
    },
    [""],
  );

const SOURCES = Object.entries(
  import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.ts", "!../**/*.test-d.ts", "!./words.ts"], {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);

/** The first argument of each call of t or tAny, as it is written. */
function asked(source: string): string[] {
  const found: string[] = [];
  for (const call of source.matchAll(/\bt(?:Any)?\(/g)) {
    let depth = 0;
    let at = call.index + call[0].length;
    const from = at;
    for (; at < source.length; at++) {
      const letter = source[at]!;
      if ("([{".includes(letter)) depth++;
      else if (")]}".includes(letter) && depth-- === 0) break;
      else if (letter === "," && depth === 0) break;
    }
    found.push(source.slice(from, at));
  }
  return found;
}

const literals = (text: string) => [...text.matchAll(/"([\w.-]+)"/g)].map(([, literal]) => literal!);

/** Keys put together, such as `why.${reason}`, as patterns. */
const patterns = (text: string) =>
  [...text.matchAll(/`([a-z_]+\.[^`]*\$\{[^`]*)`/g)]
    .map(([, template]) => template!)
    .filter((template) => KEYS.some((key) => key.startsWith(template.split(".")[0]! + ".")))
    .map((template) => ({
      template,
      pattern: new RegExp(
        `^${template
          .split(/\$\{[^}]*\}/)
          .map((part) => part.replace(/[.*+?^()|[\]\\]/g, "\\$&"))
          .join("[\\w.-]+")}$`,
      ),
    }));

test("the sources are found", () => {
  expect(SOURCES.length).toBeGreaterThan(30);
});

test("every language has a catalogue, and every catalogue is offered", () => {
  expect(Object.keys(CATALOGUES).sort()).toEqual(Object.keys(LANGUAGES).sort());
});

test.each(Object.entries(CATALOGUES))("%s has every key, and no empty text", (_, catalogue) => {
  expect(Object.keys(catalogue).sort()).toEqual([...KEYS].sort());
  expect(Object.entries(catalogue).filter(([, text]) => text.trim() === "")).toEqual([]);
});

test("every text that is asked for is there", () => {
  const missing = SOURCES.flatMap(([path, source]) =>
    asked(source).flatMap((argument) => {
      // `kind === "x" ? "a.b" : "c.d"`: what is compared with is no key.
      const keys = literals(argument.replace(/[!=]==?\s*"[^"]*"/g, "").replace(/`[^`]*`/g, ""));
      return [
        ...keys.filter((key) => !KEYS.includes(key)),
        ...patterns(argument)
          .filter(({ pattern }) => !KEYS.some((key) => pattern.test(key)))
          .map(({ template }) => template),
      ].map((key) => `${path}: ${key}`);
    }),
  );
  expect(missing).toEqual([]);
});

test("every text is asked for somewhere", () => {
  const written = new Set<string>();
  const matching: RegExp[] = [];
  for (const [, source] of SOURCES) {
    // A key may wait in a variable before it is asked for; a single word is only a key where it is asked for.
    for (const literal of literals(source)) if (literal.includes(".")) written.add(literal);
    for (const argument of asked(source)) for (const literal of literals(argument)) written.add(literal);
    for (const { pattern } of patterns(source)) matching.push(pattern);
  }
  expect(KEYS.filter((key) => !written.has(key) && !matching.some((pattern) => pattern.test(key)))).toEqual([]);
});

describe.each(Object.entries(CATALOGUES))("%s", (language, catalogue) => {
  test("has the same parameters as the others", () => {
    const names = (text: string) => [...new Set(placeholders(text).map((it) => it.name))].sort();
    for (const key of KEYS) expect(names(catalogue[key]!), key).toEqual(names(CATALOGUES["en"]![key]!));
  });

  test("has every plural form its language needs, and no other", () => {
    let plurals = 0;
    for (const key of KEYS)
      for (const { forms } of placeholders(catalogue[key]!)) {
        if (!forms.length) continue;
        plurals++;
        expect(forms.filter((form) => form !== "many" || language !== "fr").sort(), key).toEqual(
          formsOf(language).sort(),
        );
      }
    expect(plurals).toBeGreaterThan(0);
  });

  test("has no braces, bars or straight apostrophes in what is read", () => {
    for (const key of KEYS) for (const text of readings(catalogue[key]!)) expect(text, key).not.toMatch(/[{}|']/);
  });
});

test("French keeps a space that does not break before : ; ! ? and inside « »", () => {
  for (const [key, text] of Object.entries(fr))
    for (const words of readings(text)) {
      expect(words, key).not.toMatch(/ [:;!?»]|« /);
      expect(words, key).not.toMatch(/[\p{L}0)][:;!?](?=\s|$)/u);
    }
});
