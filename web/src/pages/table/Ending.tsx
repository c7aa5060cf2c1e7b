// The end of a game: the camera goes round the snow-covered buildings, what decided it is said, then comes the result.

import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { View } from "../../board/props";
import { t } from "../../words/words";
import type { TableState } from "./state";
import styles from "./Ending.module.css";

const EndInShort = lazy(() => import("./EndInShort").then((module) => ({ default: module.EndInShort })));

/** How long the buildings are looked at before the result is told, in milliseconds: somewhat more than once round. */
const LOOK = 15_000;

interface EndingProps {
  state: TableState;
  /** The last snowfall is still being counted. */
  counting: boolean;
  /** There is a picture the camera can go round in. */
  pictured: boolean;
  setView: (view: (before: View) => View) => void;
  /** Show the result. */
  open: () => void;
}

/** Leads to the result once, when the game ends before one's eyes or was over from the start. */
export function Ending({ state, counting, pictured, setView, open }: EndingProps) {
  const over = state.snapshot.status === "over";
  const resulted = Boolean(state.snapshot.position?.result);
  const fromTheStart = useRef(over);
  const told = useRef(false);
  const [looking, setLooking] = useState(false);
  useEffect(() => {
    if (!over) {
      told.current = false;
      fromTheStart.current = false;
      return;
    }
    if (counting || told.current) return;
    told.current = true;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    // A game that was given up has nothing that decided it.
    if (fromTheStart.current || still || !pictured || !resulted) open();
    else setLooking(true);
  }, [over, counting, pictured, resulted, open]);
  useEffect(() => {
    if (!looking) return;
    setView(({ asked }) => ({ site: "all", asked: asked + 1, tour: true }));
    const end = (): void => setLooking(false);
    const timer = setTimeout(end, LOOK);
    // Whoever does anything has seen enough.
    for (const event of ["pointerdown", "keydown", "wheel"])
      addEventListener(event, end, { once: true, capture: true });
    return () => {
      clearTimeout(timer);
      for (const event of ["pointerdown", "keydown", "wheel"]) removeEventListener(event, end, { capture: true });
      setView(({ asked }) => ({ site: "all", asked: asked + 1 }));
      open();
    };
  }, [looking, setView, open]);
  if (!looking) return null;
  return (
    <div className={styles.ending} data-part="ending">
      <Suspense fallback={<p />}>
        <EndInShort state={state} />
      </Suspense>
      <button className="button primary" onClick={() => setLooking(false)}>
        {t("end.title")}
      </button>
    </div>
  );
}
