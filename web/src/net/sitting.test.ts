import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Seated } from "../protocol";
import { Refusal } from "./refusal";
import { sitting } from "./sitting";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that seats whoever asks, and whose first answers are lost. */
function losing(answers: number, code = "offline") {
  const tokens: string[] = [];
  const ask = async (token: string): Promise<Seated> => {
    tokens.push(token);
    if (tokens.length <= answers) throw new Refusal(code, "");
    return { table: "TableNumber1", seat: "white", token } as Seated;
  };
  return { tokens, ask };
}

test.each(["offline", "unavailable", "failed"])("where an answer is %s the same token asks again", async (code) => {
  const { tokens, ask } = losing(2, code);
  const seated = sitting(ask);
  await vi.runAllTimersAsync();
  expect((await seated).token).toBe(tokens[0]);
  expect(tokens).toHaveLength(3);
  expect(new Set(tokens).size).toBe(1);
  expect(tokens[0]).toMatch(/^[A-Za-z0-9]{33}$/);
});

test("every seat has a token of its own", async () => {
  const { tokens, ask } = losing(0);
  await sitting(ask);
  await sitting(ask);
  expect(new Set(tokens).size).toBe(2);
});

test("a refusal is the answer", async () => {
  const { tokens, ask } = losing(1, "seat_taken");
  await expect(sitting(ask)).rejects.toMatchObject({ code: "seat_taken" });
  expect(tokens).toHaveLength(1);
});
