// What this server has: its bots and its usual edition, asked for once.

import { useEffect, useState } from "react";
import type { Edition } from "../game/edition";
import { editionOf } from "../game/store";
import type { Info } from "../net/protocol";
import { rest } from "../net/rest";
import { codeOf } from "./attempt";

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
  edition: Edition | null;
  code: string | null;
}

export function useOfferings(): Offerings {
  const [offerings, set] = useState<Offerings>({ bots: [], edition: null, code: null });
  useEffect(() => {
    let here = true;
    const ask = async () => {
      try {
        const { bots, editions } = await info();
        if (here) set((before) => ({ ...before, bots, code: null }));
        const usual = editions[0];
        const edition = usual ? await editionOf(usual.digest) : null;
        if (here) set({ bots, edition, code: null });
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
