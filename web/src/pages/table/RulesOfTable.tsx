// The rules of a table before its game: the host may still choose others, and everybody there sees it at once.

import { useEffect, useRef, useState } from "react";
import { useAttempt } from "../../net/attempt";
import type { LiveTable } from "../../net/live";
import { rest } from "../../net/rest";
import { Problem } from "../../kit/Fields";
import type { OptionsTold } from "../../protocol";
import { ChooseChallenges } from "../starting/Challenges";
import { ChooseWinterTies, FoldedVariants } from "../starting/Variants";
import type { TableState } from "./state";

type Chosen = Pick<OptionsTold, "rules" | "solo" | "coureur" | "winter_ties">;

export function RulesOfTable({ live, state, host }: { live: LiveTable; state: TableState; host: string }) {
  const { busy, code, attempt } = useAttempt();
  const { mode, rules, solo, coureur, winter_ties } = state.snapshot.options;
  const now: Chosen = { rules, solo, coureur, winter_ties };
  // What was chosen is shown at once, and kept until the server says the same or refuses.
  const [wanted, want] = useState<Chosen | null>(null);
  const asked = useRef<Chosen | null>(null);
  const agreed = JSON.stringify(wanted) === JSON.stringify(now);
  useEffect(() => {
    if (agreed) want(null);
    else if (wanted && !busy && asked.current !== wanted) {
      // One at a time: the last choice is the one that counts.
      asked.current = wanted;
      void attempt(() =>
        rest.changeRules(live.id, host, wanted).catch((error: unknown) => {
          want(null);
          throw error;
        }),
      );
    }
  }, [agreed, wanted, busy, attempt, live, host]);
  const chosen = wanted ?? now;
  const change = (to: Partial<Chosen>) => want({ ...chosen, ...to });
  return (
    <>
      {chosen.solo && (
        <>
          <ChooseChallenges edition={state.edition} chosen={chosen.solo} onChange={(it) => change({ solo: it })} />
          <ChooseWinterTies ties={chosen.winter_ties} onChange={(it) => change({ winter_ties: it })} />
        </>
      )}
      <FoldedVariants
        mode={mode}
        rules={chosen.rules}
        onRules={(it) => change({ rules: it })}
        coureur={chosen.coureur}
        onCoureur={(it) => change({ coureur: it })}
      />
      <Problem code={code} />
    </>
  );
}
