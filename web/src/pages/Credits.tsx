// Whose game it is, and that this is not theirs.

import { t } from "../words/words";
import styles from "./Credits.module.css";

export function Credits() {
  return (
    <p className={styles.credits} data-part="credits">
      {t("home.credits")}
    </p>
  );
}
