// The table of contents: every chapter, and the rules of the one that is being read, or of all.

import type { BookTold } from "../../protocol";
import styles from "./Contents.module.css";

interface ContentsProps {
  book: BookTold;
  /** The anchor that is being read. */
  current: string;
  /** Every rule is listed, not only those of the chapter that is being read. */
  all?: boolean;
  onFollow?: () => void;
}

export function Contents({ book, current, all = false, onFollow }: ContentsProps) {
  return (
    <ol className={styles.contents} onClick={onFollow}>
      {book.chapters.map((chapter) => {
        const reading = chapter.anchor === current || chapter.rules.some((rule) => rule.anchor === current);
        const rules = chapter.rules.filter((rule) => rule.number !== null);
        return (
          <li key={chapter.key}>
            <a href={`#${chapter.anchor}`} aria-current={reading ? "location" : undefined}>
              {chapter.heading}
            </a>
            {(all || reading) && rules.length > 0 && (
              <ol>
                {rules.map((rule) => (
                  <li key={rule.key}>
                    <a href={`#${rule.anchor}`} aria-current={rule.anchor === current ? "location" : undefined}>
                      <span>{rule.number}</span> {rule.heading}
                    </a>
                  </li>
                ))}
              </ol>
            )}
          </li>
        );
      })}
    </ol>
  );
}
