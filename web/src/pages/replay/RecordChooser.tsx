// A record from this device: dropped on the page, or looked for.

import { useEffect, useRef, useState } from "react";
import { t } from "../../words/words";
import styles from "./ReplayPage.module.css";

export function RecordChooser({ onChosen, again }: { onChosen: (file: File) => void; again: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  // A file may be dropped anywhere: beside its place a browser would leave the page for it.
  useEffect(() => {
    const hover = (event: DragEvent): void => {
      event.preventDefault();
      setOver(true);
    };
    const leave = (): void => setOver(false);
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) onChosen(file);
    };
    addEventListener("dragover", hover);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", hover);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, [onChosen]);
  return (
    <div className={styles.chooser} data-over={over}>
      <p>{t("replay.drop")}</p>
      <button className="button primary" onClick={() => input.current!.click()}>
        {t(again ? "replay.other" : "replay.choose")}
      </button>
      <input
        ref={input}
        type="file"
        accept=".jsonl,.json,application/json"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t("replay.choose")}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onChosen(file);
          event.target.value = ""; // the same one can be chosen again
        }}
      />
    </div>
  );
}
