// The analysis of a game: asked for, waited for, had.

import { useCallback, useEffect, useRef, useState } from "react";
import { codeOf } from "../../net/attempt";
import { rest } from "../../net/rest";
import type { Analyst, AnalysisStatus } from "../../protocol";

/** How often it is asked how far it is, in milliseconds. */
const AGAIN = 1_000;

/** As often is that time doubled at most, while there is no answer. */
const DOUBLED = 4;

export interface Analysing {
  told: AnalysisStatus | null;
  /** Why it cannot be had. */
  code: string | null;
  ask: (bot: Analyst) => void;
}

/** `table` is "" for a record, which is not analysed. */
export function useAnalysis(table: string): Analysing {
  const [told, setTold] = useState<AnalysisStatus | null>(null);
  const [code, setCode] = useState<string | null>(null);
  const [failed, setFailed] = useState(0);
  const wanted = useRef<Analyst>("maitre");
  const asked = useRef(false);
  // Answers may overtake each other: one about another bot says nothing of what is shown.
  const take = useCallback((answer: AnalysisStatus) => {
    if (answer.bot !== wanted.current) return;
    setTold(answer);
    setCode(null);
    setFailed(0);
  }, []);
  // Perhaps somebody has asked before; where there are no analyses that is said when one is asked for.
  useEffect(() => {
    if (!table) return;
    rest.analysis(table, wanted.current).then(
      (answer) => !asked.current && take(answer),
      () => undefined,
    );
  }, [table, take]);
  useEffect(() => {
    if (told?.status !== "waiting" && told?.status !== "running") return;
    const again = () =>
      rest.analysis(table, told.bot).then(take, (error: unknown) => {
        setCode(codeOf(error));
        setFailed((times) => times + 1);
      });
    const timer = setTimeout(again, AGAIN * 2 ** Math.min(failed, DOUBLED));
    return () => clearTimeout(timer);
  }, [table, told, failed, take]);
  const ask = useCallback(
    (bot: Analyst) => {
      wanted.current = bot;
      asked.current = true;
      setCode(null);
      rest.analyse(table, { bot }).then(take, (error: unknown) => setCode(codeOf(error)));
    },
    [table, take],
  );
  return { told, code, ask };
}
