// Editions, each asked for once.

import { Edition } from "../model/edition";
import { rest } from "./rest";

const editions = new Map<string, Promise<Edition>>();

export function editionOf(digest: string): Promise<Edition> {
  let found = editions.get(digest);
  if (!found) {
    found = rest.edition(digest).then((told) => new Edition(told));
    editions.set(digest, found);
    found.catch(() => editions.delete(digest)); // whoever needs it next asks again
  }
  return found;
}
