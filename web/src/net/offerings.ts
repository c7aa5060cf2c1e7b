// What this server has: its bots, its usual edition and its address on the network, asked for once.

import { useEffect, useState } from "react";
import type { Edition } from "../model/edition";
import { editionOf } from "./editions";
import type { Info } from "../protocol";
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
  edition: Edition | null;
  code: string | null;
}

export function useOfferings(): Offerings {
  const [offerings, set] = useState<Offerings>({ bots: [], address: null, edition: null, code: null });
  useEffect(() => {
    let here = true;
    const ask = async () => {
      try {
        const { bots: listed, address, editions } = await info();
        const bots = inOrder(listed);
        if (here) set((before) => ({ ...before, bots, address, code: null }));
        const usual = editions[0];
        const edition = usual ? await editionOf(usual.digest) : null;
        if (here) set({ bots, address, edition, code: null });
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
  }, []);
  return offerings;
}
