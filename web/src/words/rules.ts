// Where a rule is to be read: the address of the rulebook, with the rule's number behind `#`.

/** The rulebook's own address. */
export const RULES = "/rules";

/** The address of the rulebook, or of one of its rules: `rulesAt("PLC-5")` is `/rules#plc-5`. */
export function rulesAt(number?: string): string {
  return number ? `${RULES}#${number.toLowerCase()}` : RULES;
}
