// A link to a rule. It opens beside what one is doing, always in the same other tab: a game is never left for a rule.

import type { ReactNode } from "react";
import { rulesAt } from "../words/rules";
import { t } from "../words/words";
import styles from "./RuleLink.module.css";

interface RuleLinkProps {
  /** The rule's number, or a chapter's letters; the whole book without it. */
  number?: string;
  /** Its words are the number's unless it has others. */
  children?: ReactNode;
  /** The number alone, where room is short. */
  brief?: boolean;
}

export function RuleLink({ number, children, brief = false }: RuleLinkProps) {
  const name = number ? t("book.rule", { number }) : t("book.title");
  return (
    // The book looks for the table it was opened from, so it is told its opener; both are of this origin.
    <a
      className={brief ? `${styles.link} ${styles.brief}` : styles.link}
      href={rulesAt(number)}
      target="nouvelle-france-rules"
      rel="opener"
      data-part="rule-link"
      aria-label={brief ? name : undefined}
      title={brief ? name : undefined}
    >
      {children ?? (brief ? <span>{number}</span> : name)}
    </a>
  );
}
