// What is outlined on the board besides the ghost: the other hints, or the places that are equal for Winter.

import { useMemo } from "react";
import type { PlacingState } from "../../../hand/usePlacing";
import type { Lit } from "../../../model/building";
import type { HintsTold } from "../../../protocol";

/** As many as can be told apart; of the others, columns that glow tell. */
const MOST = 12;

const NONE: readonly Lit[] = [];

export function useSuggested(placing: PlacingState, forWinter: boolean, hints: HintsTold | null): readonly Lit[] {
  const { placeable, ghost } = placing;
  return useMemo(() => {
    if (!placeable || !(hints || forWinter)) return NONE;
    const ids = hints ? new Set(hints.best.map(({ placement }) => placement)) : null;
    return placeable.legal
      .filter(({ id }) => (!ids || ids.has(id)) && id !== ghost?.legal?.id)
      .slice(0, MOST)
      .map(({ site, cubes }) => ({ site, cells: [...cubes] }));
  }, [placeable, ghost, forWinter, hints]);
}
