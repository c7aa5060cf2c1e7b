// Photo mode: everything but the picture is gone, and what is seen then can be kept.

import { useEffect, useState } from "react";
import { ASK_HANDLE, type BoardHandle } from "../../board/props";
import { Icon } from "../../kit/Icon";
import { t } from "../../words/words";
import styles from "./Photo.module.css";

/** What walks over the buttons here and presses them. */
const PRESSING = ["Tab", "Shift", "Enter", " "];

function handle(): BoardHandle | null {
  let found: BoardHandle | null = null;
  const detail = (it: BoardHandle): void => {
    found = it;
  };
  document.querySelector("[data-board=scene]")?.dispatchEvent(new CustomEvent(ASK_HANDLE, { detail }));
  return found;
}

export function Photo({ onEnd }: { onEnd: () => void }) {
  const [taken, setTaken] = useState<string | "gathering" | null>(null);
  // The table's own keys would do things that nobody sees.
  useEffect(() => {
    const keep = (event: KeyboardEvent): void => {
      if (PRESSING.includes(event.key)) return;
      event.stopImmediatePropagation();
      if (event.key === "Escape") onEnd();
    };
    addEventListener("keydown", keep, { capture: true });
    return () => removeEventListener("keydown", keep, { capture: true });
  }, [onEnd]);
  useEffect(() => {
    if (taken?.startsWith("blob:")) return () => URL.revokeObjectURL(taken);
  }, [taken]);
  const take = async (): Promise<void> => {
    setTaken("gathering");
    const picture = await handle()?.photograph();
    setTaken(picture ? URL.createObjectURL(picture) : null);
  };
  const there = taken !== null && taken !== "gathering";
  return (
    <div className={styles.photo} data-part="photo">
      {there && <img className={styles.taken} src={taken} alt={t("photo.taken")} />}
      <div className={styles.bar}>
        {there ? (
          <>
            <a className="button primary" href={taken} download="nouvelle-france.png">
              {t("photo.save")}
            </a>
            <button className="button" onClick={() => setTaken(null)}>
              {t("photo.again")}
            </button>
          </>
        ) : (
          <button className="button primary" autoFocus disabled={taken === "gathering"} onClick={() => void take()}>
            <Icon name="photo" /> {t(taken === "gathering" ? "photo.gathering" : "photo.take")}
          </button>
        )}
        <button className="button" onClick={onEnd}>
          {t("photo.back")}
        </button>
      </div>
    </div>
  );
}
