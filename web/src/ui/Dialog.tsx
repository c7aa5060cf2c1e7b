// A dialog over the table: the browser's own, so that focus and Escape work as everywhere.

import { useEffect, useRef, type ReactNode } from "react";
import { t } from "../words/words";

export function Dialog({ title, onClose, children }: { title: string; onClose?: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current!;
    if (!element.open) element.showModal();
    return () => element.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-label={title}
      onCancel={(event) => {
        if (!onClose) event.preventDefault();
      }}
      onClose={onClose}
    >
      <header>
        <h2>{title}</h2>
        {onClose && (
          <button className="button quiet" onClick={onClose} aria-label={t("dialog.close")}>
            ✕
          </button>
        )}
      </header>
      <div className="dialog-body">{children}</div>
    </dialog>
  );
}
