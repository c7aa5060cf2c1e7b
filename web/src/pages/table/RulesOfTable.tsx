// The rules of a table before its game: the host may still choose others, and everybody there sees it at once.

import { Problem } from "../../kit/Fields";
import { ChooseChallenges } from "../starting/Challenges";
import { ChooseWinterTies, FoldedVariants } from "../starting/Variants";
import type { TableState } from "./state";
import type { ChosenRules } from "./useChosenRules";

export function RulesOfTable({ state, rules }: { state: TableState; rules: ChosenRules }) {
  const { chosen, change } = rules;
  return (
    <>
      {chosen.solo && (
        <>
          <ChooseChallenges edition={state.edition} chosen={chosen.solo} onChange={(it) => change({ solo: it })} />
          <ChooseWinterTies ties={chosen.winter_ties} onChange={(it) => change({ winter_ties: it })} />
        </>
      )}
      <FoldedVariants
        mode={state.snapshot.options.mode}
        rules={chosen.rules}
        onRules={(it) => change({ rules: it })}
        coureur={chosen.coureur}
        onCoureur={(it) => change({ coureur: it })}
      />
      <Problem code={rules.code} />
    </>
  );
}
