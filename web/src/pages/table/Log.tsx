// The log of the game in words, each line able to show its cubes again.

import { useEffect, useMemo, useRef } from "react";
import type { Lit } from "../../model/building";
import type { Edition } from "../../model/edition";
import type { TableState } from "./state";
import type { Snapshot } from "../../protocol";
import { narrate, type Line } from "../../words/narrate";
import { t, useLanguage } from "../../words/words";
import styles from "./Log.module.css";

interface LogProps {
  state: TableState;
  snapshot: Snapshot;
  edition: Edition;
  onShow: (lit: Lit[]) => void;
}

export function Log({ state, snapshot, edition, onShow }: LogProps) {
  const language = useLanguage();
  // The names at the table change rarely, the log with each event; who sits at this device decides what may be read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the snapshot only what is named here is read
  const lines = useMemo(
    () => state.log.flatMap((event) => narrate(event, snapshot, edition)),
    [state.log, snapshot.seats, snapshot.you, edition, language],
  );
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // Some browsers answer with a promise, which an effect must not return.
    void end.current?.scrollIntoView({ block: "nearest" });
  }, [lines.length]);
  return (
    <ol className={styles.log} aria-label={t("journal.log")}>
      {lines.map((line, number) => (
        <LogLine key={`${line.seq}-${number}`} line={line} onShow={onShow} />
      ))}
      <li ref={end} aria-hidden="true" />
    </ol>
  );
}

function LogLine({ line, onShow }: { line: Line; onShow: (lit: Lit[]) => void }) {
  return (
    <li data-kind={line.kind}>
      {line.lit.length ? (
        <button
          className={styles.show}
          onMouseEnter={() => onShow(line.lit)}
          onMouseLeave={() => onShow([])}
          onFocus={() => onShow(line.lit)}
          onBlur={() => onShow([])}
          onClick={() => onShow(line.lit)}
        >
          {line.text}
        </button>
      ) : (
        line.text
      )}
    </li>
  );
}
