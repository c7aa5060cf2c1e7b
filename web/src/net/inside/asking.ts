// Requests where there is no server: a file beside the page answers, or the house inside this browser.

import { Refusal } from "../refusal";
import { editionFiles, fileFor } from "./files";

/** The house, fetched when it is first needed. */
export async function openedHouse() {
  try {
    return (await import("./house")).houseInside(editionFiles());
  } catch {
    throw new Refusal("inside", "the house cannot be fetched");
  }
}

export async function askInside<T>(method: string, path: string, body?: string | Blob, token?: string): Promise<T> {
  const file = fileFor(path);
  if (file) {
    const answer = await fetch(file).catch(() => null);
    if (!answer?.ok) throw new Refusal("inside", `${file} cannot be had`);
    return (await answer.json()) as T;
  }
  const house = await openedHouse();
  const told = JSON.parse(await house.ask(method, path, body instanceof Blob ? await body.text() : body, token)) as
    | { answer: T }
    | { refused: { code: string; message: string; rule: string | null } };
  if ("answer" in told) return told.answer;
  throw new Refusal(told.refused.code, told.refused.message, told.refused.rule);
}
