// Where a rule is to be read: the address of the rulebook, with the rule's number behind `#`.

import { below } from "../protocol/root";

/** The rulebook's own path. */
export const RULES = "/rules";

/** The address of the rulebook, or of one of its rules: `rulesAt("PLC-5")` is `/rules#plc-5`. */
export function rulesAt(number?: string): string {
  return below(number ? `${RULES}#${number.toLowerCase()}` : RULES);
}
