// A choice is shown at once and without a flash back, and gives way to what others choose after it.

import { expect, test } from "vitest";
import { ALONE, FULL } from "../starting/Variants";
import { type Rules, shownRules } from "./wanted";

const rules = (them: Rules["rules"]): Rules => ({ rules: them, solo: null, coureur: "first", winter_ties: "player" });
const [told, mine] = [rules(FULL), rules(ALONE)];

test("what was chosen is shown until the table has heard of it", () => {
  expect(shownRules(null, told, 3)).toBe(told);
  expect(shownRules({ rules: mine, since: null }, told, 3)).toBe(mine);
  expect(shownRules({ rules: mine, since: 4 }, told, 3)).toBe(mine);
});

test("from then on the table is believed, also where it never says the same", () => {
  const another = rules({ ...FULL, one_card: true });
  expect(shownRules({ rules: mine, since: 4 }, mine, 4)).toBe(mine);
  expect(shownRules({ rules: mine, since: 4 }, another, 5)).toBe(another);
});
