// The analysis of a game: asked for, waited for, had.

import { useCallback, useEffect, useState } from "react";
import { codeOf } from "../../net/attempt";
import { rest } from "../../net/rest";
import type { Analyst, AnalysisStatus } from "../../protocol";

/** How often it is asked how far it is, in milliseconds. */
const AGAIN = 1_000;

export interface Analysing {
  told: AnalysisStatus | null;
  /** Why it cannot be had. */
  code: string | null;
  ask: (bot: Analyst) => void;
}

/** `table` is "" for a record, which is not analysed. */
export function useAnalysis(table: string): Analysing {
  const [bot, setBot] = useState<Analyst>("maitre");
  const [told, setTold] = useState<AnalysisStatus | null>(null);
  const [code, setCode] = useState<string | null>(null);
  // Perhaps somebody has asked before; where there are no analyses that is said when one is asked for.
  useEffect(() => {
    if (table) rest.analysis(table, bot).then(setTold, () => undefined);
  }, [table, bot]);
  const status = told?.status;
  useEffect(() => {
    if (status !== "waiting" && status !== "running") return;
    const timer = setTimeout(() => {
      rest.analysis(table, bot).then(setTold, (error: unknown) => setCode(codeOf(error)));
    }, AGAIN);
    return () => clearTimeout(timer);
  }, [table, bot, status, told]);
  const ask = useCallback(
    (wanted: Analyst) => {
      setBot(wanted);
      setCode(null);
      rest.analyse(table, { bot: wanted }).then(setTold, (error: unknown) => setCode(codeOf(error)));
    },
    [table],
  );
  return { told, code, ask };
}
