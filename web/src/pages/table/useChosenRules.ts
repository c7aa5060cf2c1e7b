// The rules of a table before its game, as its host chooses them: shown at once, and sent one change after the other.

import { useEffect, useRef, useState } from "react";
import { codeOf } from "../../net/attempt";
import { rest } from "../../net/rest";
import { UnderWay } from "../../net/underWay";
import type { OptionsTold } from "../../protocol";

export type Rules = Pick<OptionsTold, "rules" | "solo" | "coureur" | "winter_ties">;

export interface ChosenRules {
  chosen: Rules;
  change: (to: Partial<Rules>) => void;
  /** Why the server refused the last change. */
  code: string | null;
  /** Waits for changes under way: false where the last of them is refused meanwhile, and other rules are shown again. */
  settled: () => Promise<boolean>;
}

export function useChosenRules(table: string, host: string | undefined, options: OptionsTold): ChosenRules {
  const { rules, solo, coureur, winter_ties } = options;
  const now: Rules = { rules, solo, coureur, winter_ties };
  // Kept until the table says the same, or the server refuses.
  const [wanted, want] = useState<Rules | null>(null);
  const [code, setCode] = useState<string | null>(null);
  const last = useRef<Rules | null>(null);
  const sending = useRef<Promise<boolean>>(Promise.resolve(true));
  const [under] = useState(() => new UnderWay());
  const agreed = JSON.stringify(wanted) === JSON.stringify(now);
  useEffect(() => {
    if (agreed) want(null);
  }, [agreed]);

  const chosen = wanted ?? now;
  const send = async (next: Rules, before: Promise<boolean>): Promise<boolean> => {
    await before;
    if (!host || last.current !== next) return true; // another choice followed, and is the one that counts
    try {
      await rest.changeRules(table, host, next);
      return true;
    } catch (error) {
      if (last.current === next) {
        want(null);
        setCode(codeOf(error));
        return false;
      }
      return true;
    }
  };
  const change = (to: Partial<Rules>) => {
    const next = { ...chosen, ...to };
    last.current = next;
    want(next);
    setCode(null);
    under.add((sending.current = send(next, sending.current)));
  };
  return { chosen, change, code, settled: () => under.settled() };
}
