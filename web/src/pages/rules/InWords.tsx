// A figure in sentences, for whoever cannot see it or wants to know it exactly.

import { t } from "../../words/words";
import { Prose } from "./Prose";
import styles from "./Figure.module.css";

export function InWords({ description, anchors }: { description: readonly string[]; anchors: ReadonlySet<string> }) {
  return (
    <details className={styles.inWords}>
      <summary>{t("book.figure.in_words")}</summary>
      {description.map((sentence, place) => (
        <p key={place}>
          <Prose text={sentence} anchors={anchors} />
        </p>
      ))}
    </details>
  );
}
