// The button that asks for a hint: a sign instead of its word where the bar has no room for one more.

import { t } from "../../../words/words";
import narrowStyles from "../narrow.module.css";
import styles from "./HintButton.module.css";

export function HintButton({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    <button
      className={`button ${styles.hint}`}
      data-do="hint"
      aria-label={t("hint.button")}
      disabled={busy}
      onClick={onClick}
    >
      <span className={narrowStyles.long}>{t(busy ? "hint.thinking" : "hint.button")}</span>
      <span className={narrowStyles.short}>☞</span>
    </button>
  );
}
