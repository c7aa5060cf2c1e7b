// What is told and can be done once a game is over; a script of its own, which nobody waits for before.

import type { Edition } from "../../model/edition";
import type { LiveTable } from "../../net/live";
import type { Snapshot } from "../../protocol";
import { decided } from "../../words/decided";
import { outcome } from "../../words/narrate";
import { Afterwards } from "./Afterwards";
import { Coaching } from "./coach/Coaching";
import { Result } from "./Result";
import type { TableState } from "./state";
import styles from "./Result.module.css";

interface AtEndProps {
  state: TableState;
  snapshot: Snapshot;
  edition: Edition;
  live: LiveTable | null;
}

export function AtEnd({ state, snapshot, edition, live }: AtEndProps) {
  return (
    <div className={styles.end} data-part="end">
      <Result state={state} snapshot={snapshot} edition={edition} />
      {live && <Coaching inside state={state} block={null} placing={false} />}
      {live && <Afterwards snapshot={snapshot} />}
    </div>
  );
}

/** Who won and what decided it, while the buildings are looked at. */
export function EndInShort({ state: { snapshot, log } }: { state: TableState }) {
  const { winners, scores } = snapshot.position!.result!;
  return (
    <p>
      <b>{outcome(snapshot, winners, scores)}</b> {decided(snapshot, log)}
    </p>
  );
}
