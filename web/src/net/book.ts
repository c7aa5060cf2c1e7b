// The rulebook: files that lie beside the page's script.

import { Edition } from "../model/edition";
import type { BookTold, EditionTold } from "../protocol";
import { filesBeside } from "./beside";

const ADDRESSES = import.meta.glob<string>("../../rulebook/*.json", { query: "?url", import: "default", eager: true });

const fetched = filesBeside(ADDRESSES, "rulebook");

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
