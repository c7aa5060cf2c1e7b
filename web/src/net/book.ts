// The rulebook: files that lie beside the page's script, written when it is built. They are fetched when somebody wants to
// read, each once, and need no server that knows the game.

import { Edition } from "../model/edition";
import type { BookTold, EditionTold } from "../protocol";
import { Refusal } from "./rest";

const ADDRESSES = import.meta.glob<string>("../../rulebook/*.json", { query: "?url", import: "default", eager: true });

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
  const address = ADDRESSES[`../../rulebook/${name}.json`];
  const answer = address ? await fetch(address).catch(() => null) : null;
  if (!answer?.ok) throw new Refusal("offline", `${name} of the rulebook cannot be had`);
  return answer.json();
}

/** The book in a language, with its figures. */
export const bookIn = (language: string): Promise<BookTold> => fetched<BookTold>(language);

let edition: Promise<Edition> | null = null;

/** The edition that the figures show. */
export function bookEdition(): Promise<Edition> {
  edition ??= fetched<EditionTold>("edition").then((told) => new Edition(told));
  edition.catch(() => {
    edition = null;
  });
  return edition;
}
