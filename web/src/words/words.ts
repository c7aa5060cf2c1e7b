// The one translation mechanism: a catalogue of ICU messages a language, which tools/catalogues.ts turns into functions, and
// fetched when that language is chosen. texts.ts says which texts there are and what each must be told.

import { useSyncExternalStore } from "react";
import type { Texts } from "./texts";

/** A new language is a catalogue in this folder and a line here. */
export const LANGUAGES = {
  en: {
    name: "English",
    front: () => import("virtual:texts/en+front"),
    table: () => import("virtual:texts/en+table"),
    aside: () => import("virtual:texts/en+aside"),
  },
  fr: {
    name: "Français",
    front: () => import("virtual:texts/fr+front"),
    table: () => import("virtual:texts/fr+table"),
    aside: () => import("virtual:texts/fr+aside"),
  },
  pl: {
    name: "Polski",
    front: () => import("virtual:texts/pl+front"),
    table: () => import("virtual:texts/pl+table"),
    aside: () => import("virtual:texts/pl+aside"),
  },
};
export type Language = keyof typeof LANGUAGES;
type Shelf = Exclude<keyof (typeof LANGUAGES)["en"], "name">;

export type Key = keyof Texts;
/** The texts that are told nothing. */
export type PlainKey = { [K in Key]: keyof Texts[K] extends never ? K : never }[Key];

/** What all texts of a union of keys must be told together: whichever is chosen, it has what it needs. */
type Needed<K extends Key> = (K extends Key ? (told: Texts[K]) => void : never) extends (told: infer All) => void
  ? All
  : never;
type Told<K extends Key> = keyof Needed<K> extends never ? [] : [parameters: Needed<K>];

let chosen: Language;
let spoken: { language: Language; texts: Record<string, (told: object) => string> };
const listeners = new Set<() => void>();

/** Speak a language, from when its catalogue is there: nothing can be said before the first is. Null is what the browser asks for. */
export async function speak(wanted: string | null): Promise<void> {
  const language = known(wanted);
  if (language === chosen) return;
  chosen = language;
  tell();
  const texts = await fetched(language);
  if (language !== chosen) return; // another was chosen meanwhile
  spoken = { language, texts };
  tell();
}

/** The parts of a catalogue that are spoken, each a script of its own (tools/catalogues.ts): every page says what is in front. */
const shelves: Shelf[] = ["front"];

/** Have other texts too, in this language and in every one that is chosen later: `table` says what a table says, `aside` the rest. */
export async function speakAlso(...more: Shelf[]): Promise<void> {
  shelves.push(...more.filter((shelf) => !shelves.includes(shelf)));
  const language = chosen;
  const texts = await fetched(language);
  if (language !== chosen) return;
  spoken = { language, texts };
  tell();
}

async function fetched(language: Language): Promise<typeof spoken.texts> {
  const parts = await Promise.all(shelves.map((shelf) => LANGUAGES[language][shelf]()));
  const texts = Object.assign({}, ...parts.map((part) => part.default)) as typeof spoken.texts;
  return parts.length === shelves.length ? texts : fetched(language); // more is wanted by now
}

function tell(): void {
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function known(chosen: string | null): Language {
  if (chosen && chosen in LANGUAGES) return chosen as Language;
  for (const wanted of navigator.languages) {
    const short = wanted.slice(0, 2).toLowerCase();
    if (short in LANGUAGES) return short as Language;
  }
  return "en";
}

/** The language that is spoken now. */
export function language(): Language {
  return spoken.language;
}

export function t<K extends Key>(key: K, ...[told]: Told<K>): string {
  return spoken.texts[key]!(told ?? {});
}

/** A text whose key is put together, such as an error code, or else another. What it is told must do for every key it may be. */
export function tAny<P extends string, K extends Key>(
  key: P,
  otherwise: K,
  ...[told]: Told<Extract<Key, P> | K>
): string {
  const { texts } = spoken;
  return texts[key in texts ? key : otherwise]!(told ?? {});
}

/** Components that show texts call this, so that they follow a change of language. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, language);
}

/** The language that is chosen, also while its catalogue is on its way: for the switches. */
export function useChosenLanguage(): Language {
  return useSyncExternalStore(subscribe, () => chosen);
}

/** The name of something of the edition in the reader's language, with the apostrophes of the other texts. */
export function named(names: Record<string, string> | undefined): string {
  return names ? (names[language()] ?? names["en"] ?? "").replaceAll("'", "’") : "";
}

/** With a capital, as labels and sentences begin. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function signed(points: number): string {
  return points > 0 ? `+${points}` : numeral(points);
}

/** An estimate: to one place at most, as the language writes it. */
export function estimate(points: number): string {
  return new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(Math.abs(points));
}

/** The same with its sign. */
export function signedEstimate(points: number): string {
  return `${points >= 0.05 ? "+" : points <= -0.05 ? "−" : ""}${estimate(points)}`;
}

/** A number as it is printed: with a minus, not a hyphen. */
export function numeral(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}
