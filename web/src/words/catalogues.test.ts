// The three catalogues say the same things, all that the page asks for and nothing else.

import { describe, expect, test } from "vitest";
import en from "./en.json";
import fr from "./fr.json";
import pl from "./pl.json";
import { fill } from "./words";

const CATALOGUES: Record<string, Record<string, string>> = { en, fr, pl };
const KEYS = Object.keys(en);

/** The plural forms each language needs; French has "many" for round millions, which no count here reaches. */
const FORMS: Record<string, string[]> = {
  en: ["one", "other"],
  fr: ["one", "other"],
  pl: ["one", "few", "many", "other"],
};

const PLACEHOLDER = /\{(\w+)((?:\|\w+=[^|{}]*)*)\}/g;

const placeholders = (text: string) =>
  [...text.matchAll(PLACEHOLDER)].map(([, name, forms]) => ({
    name: name!,
    forms: forms!.split("|").slice(1).map((form) => form.split("=")[0]!),
  }));

const SOURCES = Object.entries(
  import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.ts", "!./words.ts"], {
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
    for (const key of KEYS)
      expect(names(catalogue[key]!), key).toEqual(names(CATALOGUES["en"]![key]!));
  });

  test("has every plural form its language needs, and no other", () => {
    let plurals = 0;
    for (const key of KEYS)
      for (const { forms } of placeholders(catalogue[key]!)) {
        if (!forms.length) continue;
        plurals++;
        expect(forms.filter((form) => form !== "many" || language !== "fr").sort(), key).toEqual([...FORMS[language]!].sort());
      }
    expect(plurals).toBeGreaterThan(0);
  });

  test("has no broken braces", () => {
    for (const key of KEYS) expect(catalogue[key]!.replace(PLACEHOLDER, ""), key).not.toMatch(/[{}|]/);
  });
});

test("French keeps a space that does not break before : ; ! ? and inside « »", () => {
  for (const [key, text] of Object.entries(fr)) {
    const words = text.replace(PLACEHOLDER, "0");
    expect(words, key).not.toMatch(/ [:;!?»]|« /);
    expect(words, key).not.toMatch(/[\p{L}0)][:;!?](?=\s|$)/u);
  }
});

test("Polish counts as Poles do", () => {
  const points = "{count|one=# punkt|few=# punkty|many=# punktów|other=# punktu}";
  const counted = [0, 1, 2, 4, 5, 12, 14, 21, 22, 25, 112, 122].map((count) => fill(points, { count }, "pl"));
  expect(counted.map((text) => text.split(" ")[1])).toEqual(
    "punktów punkt punkty punkty punktów punktów punktów punktów punkty punktów punktów punkty".split(" "),
  );
  expect(fill(points, { count: 1.5 }, "pl")).toBe("1.5 punktu");
});
