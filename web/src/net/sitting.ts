// Taking a seat with a token of one's own: where the answer is lost, nobody else would know the token that holds it.

import type { Seated } from "../protocol";
import { Refusal } from "./refusal";

/** How long to wait before it is asked again, in milliseconds. */
const PAUSES = [500, 2_000];

/** The refusals after which the seat may be taken all the same. */
const UNANSWERED = new Set(["offline", "unavailable", "failed"]);

const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"; // 32 of them, so that each is as likely

function newToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(33)), (byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** Takes a seat; where no answer comes, the same is asked again, and answered as it would have been the first time. */
export async function sitting(ask: (token: string) => Promise<Seated>): Promise<Seated> {
  const token = newToken();
  for (const pause of PAUSES) {
    try {
      return await ask(token);
    } catch (error) {
      if (!(error instanceof Refusal && UNANSWERED.has(error.code))) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return ask(token);
}
