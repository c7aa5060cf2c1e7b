// The rules of a table before its game, as its host chooses them: shown at once, and sent one change after the other.

import { useRef, useState } from "react";
import { codeOf } from "../../net/attempt";
import { rest } from "../../net/rest";
import type { UnderWay } from "../../net/underWay";
import type { OptionsTold, Snapshot } from "../../protocol";
import { type Rules, shownRules, type Wanted } from "./wanted";

export interface ChosenRules {
  chosen: Rules;
  change: (to: Partial<Rules>) => void;
  /** Why the server refused the last change. */
  code: string | null;
}

const rulesOf = ({ rules, solo, coureur, winter_ties }: OptionsTold): Rules => ({ rules, solo, coureur, winter_ties });

/** Where the last change is refused, other rules are shown again, and what waits for `under` does not go on. */
export function useChosenRules(
  { table, options, seq }: Snapshot,
  host: string | undefined,
  under: UnderWay,
): ChosenRules {
  const [wanted, want] = useState<Wanted | null>(null);
  const [code, setCode] = useState<string | null>(null);
  const last = useRef<Rules | null>(null);
  const sending = useRef<Promise<boolean>>(Promise.resolve(true));

  const chosen = shownRules(wanted, rulesOf(options), seq);
  const send = async (next: Rules, before: Promise<boolean>): Promise<boolean> => {
    await before;
    // Where another choice followed, that is the one that counts.
    if (!host || last.current !== next) return true;
    try {
      const { seq: since } = await rest.changeRules(table, host, next);
      if (last.current === next) want({ rules: next, since });
    } catch (error) {
      if (last.current !== next) return true;
      want(null);
      setCode(codeOf(error));
      return false;
    }
    return true;
  };
  const change = (to: Partial<Rules>) => {
    const next = { ...chosen, ...to };
    last.current = next;
    want({ rules: next, since: null });
    setCode(null);
    under.add((sending.current = send(next, sending.current)));
  };
  return { chosen, change, code };
}
