// What whoever plays in this browser prefers: their name, their language, how they place blocks.

import { useSyncExternalStore } from "react";
import { tune } from "../sound/sound";
import { speak } from "../words/words";
import { read, write } from "./storage";

export interface Preferences {
  language: string | null;
  name: string;
  confirm: boolean;
  sound: boolean;
  /** How loud, from 0 to 1. */
  volume: number;
  /** Whether bots say a line now and then. */
  banter: boolean;
  /** How finely the 3D picture is drawn; "auto" goes by how long its frames take. */
  quality: "auto" | "fine" | "plain";
  flat: boolean;
  /** Single keys work wherever the focus is at a table, not only in the picture. */
  keys: boolean;
  /** How quickly bots play. */
  bots: "calm" | "usual" | "quick";
  /** The bots last played against from the front page. */
  opponents: string[];
  /** The edition last chosen, by its id; null is the server's usual one. */
  edition: string | null;
}

const PREFERENCES = "nouvelle-france/preferences";

let preferences: Preferences = {
  language: null,
  name: "",
  confirm: true,
  sound: true,
  volume: 0.6,
  banter: true,
  quality: "auto",
  flat: false,
  keys: true,
  bots: "usual",
  opponents: [],
  edition: null,
  ...read<Partial<Preferences>>(PREFERENCES, {}),
};
const listeners = new Set<() => void>();

const tuned = (): void => tune(preferences.sound ? preferences.volume : 0);
tuned();

export function preferred(): Preferences {
  return preferences;
}

export function prefer(change: Partial<Preferences>): void {
  preferences = { ...preferences, ...change };
  write(PREFERENCES, preferences);
  void speak(preferences.language);
  tuned();
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, preferred);
}
