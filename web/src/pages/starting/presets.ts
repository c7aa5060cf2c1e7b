// Games that are begun at a single press.

import type { CreateTable } from "../../protocol";
import { coach } from "../../settings/coach";
import { callMe, myName } from "../../settings/me";
import { openTable } from "./opening";

/** The simplest game (VAR-1, VAR-2) against one bot. That the person begins is arranged, so there is no shuffle proof. */
const first = (bot: string): Omit<CreateTable, "name"> => ({
  seats: [
    { kind: "me", begins: true },
    { kind: "bot", bot },
  ],
  rules: { one_card: true, allies: "none" },
});

/** The game with its display and its allies, against the same bots. */
const full = (bots: readonly string[]): Omit<CreateTable, "name"> => ({
  seats: [{ kind: "me" }, ...bots.map((bot) => ({ kind: "bot" as const, bot }))],
  coureur: "in_order", // nobody races a machine
});

/** Somebody's first game; a coach explains it. */
export async function playFirst(bot: string): Promise<void> {
  coach.switch(true);
  await play(first(bot));
}

/** What comes after it. */
export const playFull = (bots: readonly string[]): Promise<void> => play(full(bots));

async function play(table: Omit<CreateTable, "name">): Promise<void> {
  callMe(myName());
  await openTable({ name: myName(), ...table });
}
