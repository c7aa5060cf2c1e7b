// The rules of a table before its game: the host may still choose others, and everybody there sees it at once.

import { useAttempt } from "../../net/attempt";
import type { LiveTable } from "../../net/live";
import { rest } from "../../net/rest";
import { Problem } from "../../kit/Fields";
import type { ChangeRules } from "../../protocol";
import { ChooseChallenges } from "../starting/Challenges";
import { FoldedVariants } from "../starting/Variants";
import type { TableState } from "./state";

export function RulesOfTable({ live, state, host }: { live: LiveTable; state: TableState; host: string }) {
  const { code, attempt } = useAttempt();
  const { mode, rules, solo, coureur } = state.snapshot.options;
  const change = (to: Partial<ChangeRules>) =>
    void attempt(() => rest.changeRules(live.id, host, { rules, solo, ...to }));
  return (
    <>
      {solo && (
        <ChooseChallenges edition={state.edition} chosen={solo} onChange={(chosen) => change({ solo: chosen })} />
      )}
      <FoldedVariants
        mode={mode}
        rules={rules}
        onRules={(chosen) => change({ rules: chosen })}
        coureur={coureur}
        onCoureur={(order) => change({ coureur: order })}
      />
      <Problem code={code} />
    </>
  );
}
