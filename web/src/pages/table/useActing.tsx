// What a person does at the table, and what the table said where it refused.

import { useCallback, useState, type ReactNode } from "react";
import { RuleLink } from "../../kit/RuleLink";
import type { Hand } from "../../model/source";
import { Refusal } from "../../net/rest";
import type { Action } from "../../protocol";
import { tAny } from "../../words/words";

interface Acting {
  /** Why the last thing was not done. */
  trouble: ReactNode;
  act: (action: Action) => Promise<void>;
  takeBack: () => Promise<void>;
  /** Tell what was refused; anything else is no refusal and goes on. */
  refused: (error: unknown) => void;
}

/** `back` is the seat that may take its last action back, if one may. */
export function useActing(hand: Hand | null, back: string | null): Acting {
  const [trouble, setTrouble] = useState<ReactNode>(null);
  const refused = useCallback((error: unknown) => {
    if (error instanceof Refusal) setTrouble(refusalText(error));
    else throw error;
  }, []);
  const act = useCallback(
    async (action: Action) => {
      setTrouble(null);
      try {
        await hand?.play(action);
      } catch (error) {
        refused(error);
      }
    },
    [hand, refused],
  );
  const takeBack = useCallback(async () => {
    if (!back) return;
    setTrouble(null);
    try {
      await hand?.takeBack?.(back);
    } catch (error) {
      refused(error);
    }
  }, [hand, back, refused]);
  return { trouble, act, takeBack, refused };
}

function refusalText(error: Refusal): ReactNode {
  const why = tAny(`error.${error.code}`, "error.other");
  return (
    <>
      {why} {error.rule && <RuleLink brief number={error.rule} />}
    </>
  );
}
