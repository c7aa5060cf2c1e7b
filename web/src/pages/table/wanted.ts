// The rules that are shown between somebody's choosing them and the table's telling them.

import type { OptionsTold } from "../../protocol";

export type Rules = Pick<OptionsTold, "rules" | "solo" | "coureur" | "winter_ties">;

export interface Wanted {
  rules: Rules;
  /** The table's event from which on it has them; null while the server has not answered. */
  since: number | null;
}

/** What the table says, as soon as it has heard of the choice: somebody else may have chosen otherwise since. */
export const shownRules = (wanted: Wanted | null, told: Rules, seq: number): Rules =>
  wanted && (wanted.since === null || seq < wanted.since) ? wanted.rules : told;
