// The lessons: files that lie beside the page's script, written when it is built. They are fetched when somebody wants to
// learn, each once, and need no server that knows the game.

import { Edition } from "../model/edition";
import type { EditionTold, LessonListed, LessonTold, LessonWords } from "../protocol";
import { Refusal } from "./rest";

const ADDRESSES = import.meta.glob<string>("../../lessons/*.json", { query: "?url", import: "default", eager: true });

const asked = new Map<string, Promise<unknown>>();

function fetched<T>(name: string): Promise<T> {
  let found = asked.get(name);
  if (!found) {
    found = read(name);
    asked.set(name, found);
    found.catch(() => asked.delete(name)); // whoever wants it next asks again
  }
  return found as Promise<T>;
}

async function read(name: string): Promise<unknown> {
  const address = ADDRESSES[`../../lessons/${name}.json`];
  const answer = address ? await fetch(address).catch(() => null) : null;
  if (!answer?.ok) throw new Refusal("offline", `${name} of the lessons cannot be had`);
  return answer.json();
}

/** Which lessons there are, in order. */
export const lessonList = (): Promise<LessonListed[]> => fetched("list");

/** What they say in a language, by lesson. */
export const lessonWords = (language: string): Promise<Record<string, LessonWords>> => fetched(`words-${language}`);

/** Everything that happens in a lesson. */
export const lessonTold = (id: string): Promise<LessonTold> => fetched(`lesson-${id}`);

let edition: Promise<Edition> | null = null;

/** The edition they are played with. */
export function lessonEdition(): Promise<Edition> {
  edition ??= fetched<EditionTold>("edition").then((told) => new Edition(told));
  edition.catch(() => {
    edition = null;
  });
  return edition;
}
