// What this server has: its bots, its editions and its address on the network, asked for once.

import { useEffect, useState } from "react";
import type { Edition } from "../model/edition";
import { editionOf } from "./editions";
import type { EditionListed, Info } from "../protocol";
import { preferred, usePreferences } from "../settings/preferences";
import { rest } from "./rest";
import { codeOf } from "./attempt";

/** Our bots, from the weakest to the strongest by the games they have played against each other (docs/bots.md). */
const LADDER = ["random", "apprenti", "greedy", "artisan", "maitre", "ingenieur"];

/** Whom somebody new plays against. */
export const RELAXED = "apprenti";

/** Bots in the order they are offered: ours by strength, then whoever else this server has. */
export function inOrder(bots: readonly string[]): string[] {
  return [...LADDER.filter((bot) => bots.includes(bot)), ...bots.filter((bot) => !LADDER.includes(bot))];
}

let asked: Promise<Info> | null = null;
let listed: EditionListed[] = [];

/** The edition that is wanted, where this server has it, else its usual one. */
const chosenOf = (editions: readonly EditionListed[], wanted: string | null): EditionListed | undefined =>
  editions.find(({ id }) => id === wanted) ?? editions[0];

/** What a new table says of its edition: nothing where it is the usual one. */
export function editionAsked(): { edition?: string } {
  const chosen = chosenOf(listed, preferred().edition);
  return chosen && chosen !== listed[0] ? { edition: chosen.id } : {};
}

function info(): Promise<Info> {
  asked ??= rest.info().catch((error: unknown) => {
    asked = null; // the next visit asks again
    throw error;
  });
  return asked;
}

export interface Offerings {
  bots: string[];
  address: string | null;
  /** All editions, the usual one first. */
  editions: EditionListed[];
  /** The one that is chosen. */
  edition: Edition | null;
  code: string | null;
}

const NOTHING: Offerings = { bots: [], address: null, editions: [], edition: null, code: null };

export function useOfferings(): Offerings {
  const [offerings, set] = useState<Offerings>(NOTHING);
  const { edition: wanted } = usePreferences();
  useEffect(() => {
    let here = true;
    const ask = async () => {
      try {
        const told = await info();
        const { address, editions } = told;
        const bots = inOrder(told.bots);
        listed = editions;
        if (here) set((before) => ({ ...before, bots, address, editions, code: null }));
        const chosen = chosenOf(editions, wanted);
        const edition = chosen ? await editionOf(chosen.digest) : null;
        if (here) set({ bots, address, editions, edition, code: null });
      } catch (error) {
        if (here) set((before) => ({ ...before, code: codeOf(error) }));
      }
    };
    void ask();
    addEventListener("online", ask);
    return () => {
      here = false;
      removeEventListener("online", ask);
    };
  }, [wanted]);
  return offerings;
}
