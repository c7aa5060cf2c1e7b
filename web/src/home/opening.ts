// Making a table and going there.

import type { CreateTable } from "../net/protocol";
import { rest } from "../net/rest";
import { session } from "../net/session";
import { go } from "../route";

/** Words for the fair shuffle that nobody can foresee, the server least of all. */
export function randomWords(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Typed words as the shuffle takes them: plain letters, digits, `_` and `-`. */
export function plainWords(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[łŁ]/g, (letter) => (letter === "ł" ? "l" : "L"))
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 128);
}

/** Make a table, keep its tokens, begin at once where no seat is open, and go there. */
export async function openTable(asked: CreateTable): Promise<void> {
  const { table, tokens, host, invite, snapshot } = await rest.create(asked);
  session.keep({ table, title: asked.title ?? "", tokens, host, invite, at: Date.now() });
  try {
    if (snapshot.seats.some((chair) => chair.kind === "open"))
      for (const [seat, token] of Object.entries(tokens)) await rest.words(table, seat, token, randomWords());
    else await rest.start(table, Object.values(tokens)[0] ?? host, randomWords());
  } catch {
    // The table is there: where it waits, one can begin again.
  }
  go(`/t/${table}`);
}
