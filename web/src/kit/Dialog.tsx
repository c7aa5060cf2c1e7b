// A dialog over the table: the browser's own, so that focus and Escape work as everywhere.

import { useLayoutEffect, useRef, type ReactNode, type SyntheticEvent } from "react";
import { t } from "../words/words";
import { Icon } from "./Icon";
import styles from "./Dialog.module.css";

/** What makes a dialog element modal while it is shown. Without `onClose` it can only be answered, not closed. */
export function useModal(onClose?: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  // Before anything is painted: between the news and the dialog nothing can be pressed.
  useLayoutEffect(() => {
    const element = ref.current!;
    if (!element.open) element.showModal();
    // The browser goes to the first thing there, the cross; the answer that is waited for is a better start.
    element.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => element.close();
  }, []);
  return {
    ref,
    onCancel: (event: SyntheticEvent) => {
      if (!onClose && event.target === event.currentTarget) event.preventDefault();
    },
    onClose: () => {
      if (onClose) onClose();
      // A second Escape closes what the first was not allowed to: browsers let nobody be locked in.
      else if (ref.current?.isConnected && !ref.current.open) ref.current.showModal();
    },
  };
}

interface DialogProps {
  title: string;
  onClose?: () => void;
  children: ReactNode;
  /** It stands at the edge, and what it speaks of is seen beside it. */
  beside?: boolean;
}

export function Dialog({ title, onClose, children, beside = false }: DialogProps) {
  const modal = useModal(onClose);
  return (
    <dialog {...modal} className={beside ? `${styles.dialog} ${styles.beside}` : styles.dialog} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {onClose && (
          <button className="button quiet" onClick={onClose} aria-label={t("dialog.close")}>
            <Icon name="close" />
          </button>
        )}
      </header>
      <div className={styles.body}>{children}</div>
    </dialog>
  );
}
