// Finding a rule by its number or by words, whatever their accents, capitals and endings; also by everyday ones.

import type { BookTold, ParagraphTold } from "../../protocol";
import type { Language } from "../../words/words";

/** Something that can be found: a chapter's beginning, or a rule. */
export interface Entry {
  anchor: string;
  number: string | null;
  heading: string;
  /** The chapter it stands in; empty where it is one. */
  chapter: string;
  texts: string[];
  /** What people ask it in words of their own, each as its folded words. */
  everyday: string[][];
}

/** A piece of an excerpt; `hit` is what was looked for. */
export interface Piece {
  text: string;
  hit: boolean;
}

export interface Found {
  entry: Entry;
  heading: Piece[];
  excerpt: Piece[];
}

/** So many are shown: whoever gets more types another letter. */
const MOST = 12;
/** How much is shown of a text before and after what was found. */
const AROUND = { before: 50, after: 110 };
/** A Polish word is looked for by other endings too, as long as so many letters of it are left. */
const STEM = 5;
/** So many letters of an everyday word are enough to ask for it. */
const PART = 5;
/** Letters that no decomposition takes apart. */
const ALIKE: Record<string, string> = { "’": "'", ł: "l", Ł: "l", œ: "oe", Œ: "oe", æ: "ae", Æ: "ae" };

export function entriesOf(book: BookTold): Entry[] {
  const texts = (paragraphs: ParagraphTold[]) =>
    paragraphs.map(({ kind, text }) => plain(kind === "figure" ? (book.figures[text]?.caption ?? "") : text));
  return book.chapters
    .filter((chapter) => chapter.key !== "brief") // it says nothing that is not said elsewhere
    .flatMap((chapter) => [
      {
        ...{ anchor: chapter.anchor, number: null, heading: chapter.heading, chapter: "" },
        texts: texts(chapter.lead),
        everyday: [],
      },
      ...chapter.rules.map((rule) => ({
        ...{ anchor: rule.anchor, number: rule.number, heading: rule.heading, chapter: chapter.heading },
        texts: texts(rule.paragraphs),
        everyday: (book.everyday[rule.number ?? ""] ?? []).map(wordsOf),
      })),
    ]);
}

/** The words without the marks of emphasis. */
const plain = (text: string): string => text.replace(/[`*]/g, "");

export function find(entries: readonly Entry[], asked: string, language: Language): Found[] {
  const wanted = fold(asked).text.trim();
  if (!wanted) return [];
  const numbered = byNumber(entries, wanted);
  if (numbered.length) return numbered.slice(0, MOST).map((entry) => shown(entry, []));
  let words = wanted.split(/\s+/).map((word) => stem(word, language));
  let found = byWords(entries, words);
  // Another ending of the same word.
  while (!found.length && language === "pl" && words.some((word) => word.length > STEM)) {
    words = words.map((word) => (word.length > STEM ? word.slice(0, -1) : word));
    found = byWords(entries, words);
  }
  const meant = answering(entries, wanted);
  return [...new Set([...meant, ...found])].slice(0, MOST).map((entry) => shown(entry, words));
}

const wordsOf = (text: string): string[] => fold(text).text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Those that answer something asked in everyday words: all words of one of their entries are in it; the most first. */
function answering(entries: readonly Entry[], asked: string): Entry[] {
  const words = wordsOf(asked);
  const said = (part: string) =>
    words.some((word) => word.startsWith(part) || (word.length >= PART && part.startsWith(word)));
  const heard = ({ everyday }: Entry) =>
    Math.max(0, ...everyday.filter((entry) => entry.every(said)).map((entry) => entry.length));
  return entries.filter(heard).sort((one, other) => heard(other) - heard(one));
}

/** A rule by its number (`PLC-5`, `plc 5`, `plc5`), or all of a chapter by its letters. */
function byNumber(entries: readonly Entry[], wanted: string): Entry[] {
  const asked = /^([a-z]{3,4})[- ]?(\d*)$/.exec(wanted);
  if (!asked) return [];
  const [, letters, number] = asked;
  const exact = entries.filter((it) => it.anchor === `${letters}-${number}`);
  // While a number is being typed, those that begin so follow it.
  const more = entries.filter((it) => it.number !== null && it.anchor.startsWith(`${letters}-${number}`));
  const chapter = number ? [] : entries.filter((it) => it.anchor === letters);
  return [...new Set([...chapter, ...exact, ...more])];
}

function stem(word: string, language: Language): string {
  if (language === "pl") return word.length > 3 ? word.replace(/(?<=...)[aeiouy]+$/, "") : word;
  return word.length > 3 ? word.replace(/[sx]$/, "") : word; // the plural finds the singular too
}

/** Those that have every word: first the chapters that have them in their heading, then the rules that do. */
function byWords(entries: readonly Entry[], words: readonly string[]): Entry[] {
  const rank = (entry: Entry): number => {
    const heading = words.every((word) => places(fold(entry.heading), word).length);
    return heading ? (entry.chapter ? 1 : 0) : 2;
  };
  const has = (entry: Entry, word: string) =>
    [entry.heading, ...entry.texts].some((text) => places(fold(text), word).length);
  return entries
    .filter((entry) => words.every((word) => has(entry, word)))
    .map((entry, place) => ({ entry, place, rank: rank(entry) }))
    .sort((one, other) => one.rank - other.rank || one.place - other.place)
    .map(({ entry }) => entry);
}

function shown(entry: Entry, words: readonly string[]): Found {
  const text = entry.texts.find((it) => words.some((word) => places(fold(it), word).length)) ?? entry.texts[0] ?? "";
  return { entry, heading: pieces(entry.heading, words), excerpt: pieces(cut(text, words), words) };
}

/** The part of a text around the first thing that was found, cut between words. */
function cut(text: string, words: readonly string[]): string {
  const first = Math.min(...words.flatMap((word) => places(fold(text), word).map(([from]) => from)), text.length);
  const at = first === text.length ? 0 : first;
  const from = at <= AROUND.before ? 0 : text.indexOf(" ", at - AROUND.before) + 1;
  const to = at + AROUND.after >= text.length ? text.length : text.lastIndexOf(" ", at + AROUND.after);
  return `${from ? "… " : ""}${text.slice(from, to)}${to < text.length ? " …" : ""}`;
}

function pieces(text: string, words: readonly string[]): Piece[] {
  const folded = fold(text);
  const hits = words.flatMap((word) => places(folded, word)).sort(([one], [other]) => one - other);
  const made: Piece[] = [];
  let done = 0;
  for (const [from, to] of hits) {
    if (from < done) continue;
    if (from > done) made.push({ text: text.slice(done, from), hit: false });
    made.push({ text: text.slice(from, to), hit: true });
    done = to;
  }
  if (done < text.length) made.push({ text: text.slice(done), hit: false });
  return made;
}

interface Folded {
  text: string;
  /** Where each of its letters stands in the text it was made from. */
  at: number[];
}

/** Without accents and capitals, and with plain spaces and apostrophes. */
export function fold(text: string): Folded {
  let folded = "";
  const at: number[] = [];
  let place = 0;
  for (const letter of text) {
    for (const part of (ALIKE[letter] ?? letter).normalize("NFKD").toLowerCase())
      if (!/\p{M}/u.test(part)) {
        folded += part;
        for (let unit = 0; unit < part.length; unit++) at.push(place);
      }
    place += letter.length;
  }
  at.push(place);
  return { text: folded, at };
}

/** Where a folded text has words that begin so: from and to in the text it was made from. */
function places({ text, at }: Folded, word: string): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (let from = text.indexOf(word); word && from >= 0; from = text.indexOf(word, from + 1))
    if (!/[\p{L}\p{N}]/u.test(text[from - 1] ?? " ")) found.push([at[from]!, at[from + word.length]!]);
  return found;
}
