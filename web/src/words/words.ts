// The one translation mechanism: a catalogue a language, texts by key, parameters in braces, plural forms by the rules of
// each language. `{count|one=…|few=…|other=…}` chooses by the number `count`.

import { useSyncExternalStore } from "react";
import en from "./en.json";
import fr from "./fr.json";
import pl from "./pl.json";

export type Key = keyof typeof en;
export const LANGUAGES = { en: "English", fr: "Français", pl: "Polski" } as const;
export type Language = keyof typeof LANGUAGES;

const CATALOGUES: Record<Language, Record<string, string>> = { en, fr, pl };

let chosen: string | null = null;
const listeners = new Set<() => void>();

/** Speak a language from now on; null is whichever the browser asks for. */
export function speak(wanted: string | null): void {
  if (wanted === chosen) return;
  chosen = wanted;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function language(): Language {
  if (chosen && chosen in LANGUAGES) return chosen as Language;
  for (const wanted of navigator.languages) {
    const short = wanted.slice(0, 2).toLowerCase();
    if (short in LANGUAGES) return short as Language;
  }
  return "en";
}

const plurals = new Map<Language, Intl.PluralRules>();

function plural(inLanguage: Language, number: number): string {
  let rules = plurals.get(inLanguage);
  if (!rules) plurals.set(inLanguage, (rules = new Intl.PluralRules(inLanguage)));
  return rules.select(number);
}

export type Parameters = Record<string, string | number>;

export function fill(text: string, parameters: Parameters, inLanguage: Language): string {
  return text.replace(/\{(\w+)((?:\|\w+=[^|}]*)*)\}/g, (_, name: string, forms: string) => {
    const value = parameters[name];
    if (!forms) return String(value ?? `{${name}}`);
    const byForm = new Map(
      forms
        .slice(1)
        .split("|")
        .map((form) => form.split(/=(.*)/s).slice(0, 2) as [string, string]),
    );
    const chosen = byForm.get(plural(inLanguage, Number(value))) ?? byForm.get("other") ?? "";
    return chosen.replace("#", String(value));
  });
}

export function t(key: Key, parameters: Parameters = {}): string {
  const inLanguage = language();
  return fill(CATALOGUES[inLanguage][key] ?? en[key], parameters, inLanguage);
}

/** A text whose key is put together, such as an error code; falls back to another key. */
export function tAny(key: string, otherwise: Key, parameters: Parameters = {}): string {
  return key in en ? t(key as Key, parameters) : t(otherwise, parameters);
}

/** Components that show texts call this, so that they follow a change of language. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, language);
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

/** A number as it is printed: with a minus, not a hyphen. */
export function numeral(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}
