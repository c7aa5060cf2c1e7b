// A button that asks once more before it does something that cannot be undone.

import { useState } from "react";
import { t } from "../words/words";
import styles from "./Confirm.module.css";

export function Confirm({
  label,
  question,
  disabled = false,
  onConfirm,
}: {
  label: string;
  question: string;
  disabled?: boolean;
  onConfirm: () => void;
}) {
  const [asking, ask] = useState(false);
  if (!asking)
    return (
      <button type="button" className="button danger" disabled={disabled} onClick={() => ask(true)}>
        {label}
      </button>
    );
  return (
    <div className={styles.confirm} role="group" aria-label={label}>
      <p role="status">{question}</p>
      <button
        type="button"
        className="button danger"
        disabled={disabled}
        onClick={() => {
          ask(false);
          onConfirm();
        }}
      >
        {label}
      </button>
      <button type="button" className="button" autoFocus onClick={() => ask(false)}>
        {t("home.no")}
      </button>
    </div>
  );
}
