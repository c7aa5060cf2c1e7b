// A link to a rule. It opens beside what one is doing, always in the same other tab: a game is never left for a rule.

import type { ReactNode } from "react";
import { rulesAt } from "../words/rules";
import { t } from "../words/words";

/** To the rule of that number, or to the whole book; its words are the number's unless it has others. */
export function RuleLink({ number, children }: { number?: string; children?: ReactNode }) {
  return (
    // The book looks for the table it was opened from, so it is told its opener; both are of this origin.
    <a href={rulesAt(number)} target="nouvelle-france-rules" rel="opener" data-part="rule-link">
      {children ?? (number ? t("book.rule", { number }) : t("book.title"))}
    </a>
  );
}
