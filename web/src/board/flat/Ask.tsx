// Something beside a plan that may be asked about; plain words where nobody answers.

import type { ReactNode } from "react";
import type { OnBoard } from "../../model/asked";
import type { Asks } from "../props";
import styles from "./Ask.module.css";

interface AskProps {
  thing: OnBoard;
  onAsk: Asks | undefined;
  className?: string | undefined;
  /** Its name, where what is seen of it is only a sign. */
  label?: string;
  children: ReactNode;
}

export function Ask({ thing, onAsk, className, label, children }: AskProps) {
  if (!onAsk)
    return (
      <span className={className} role={label ? "img" : undefined} aria-label={label} title={label}>
        {children}
      </span>
    );
  return (
    <button
      type="button"
      className={className ? `${styles.ask} ${className}` : styles.ask}
      aria-label={label}
      tabIndex={-1}
      data-ask
      onPointerEnter={(event) => {
        if (event.pointerType === "mouse") onAsk({ thing, at: event.currentTarget }, "hover");
      }}
      onPointerLeave={(event) => {
        if (event.pointerType === "mouse") onAsk(null, "hover");
      }}
      onFocus={(event) => {
        if (event.currentTarget.matches(":focus-visible")) onAsk({ thing, at: event.currentTarget }, "focus");
      }}
      onBlur={() => onAsk(null, "focus")}
      onClick={(event) => onAsk({ thing, at: event.currentTarget }, "press")}
    >
      {children}
    </button>
  );
}
