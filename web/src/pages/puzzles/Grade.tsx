// How hard a puzzle is: so many of five.

import { GRADES } from "../../model/puzzle";
import { t } from "../../words/words";
import styles from "./PuzzleList.module.css";

export function Grade({ grade }: { grade: number }) {
  const said = t("puzzle.grade", { grade });
  return (
    <span className={styles.grade} role="img" aria-label={said} title={said}>
      {"◆".repeat(grade)}
      <span className={styles.rest}>{"◇".repeat(GRADES - grade)}</span>
    </span>
  );
}
