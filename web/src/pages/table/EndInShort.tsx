// Who won and what decided it, while the buildings are looked at.

import { decided } from "../../words/decided";
import { outcome } from "../../words/narrate";
import type { TableState } from "./state";

export function EndInShort({ state: { snapshot, log } }: { state: TableState }) {
  const { winners, scores } = snapshot.position!.result!;
  return (
    <p>
      <b>{outcome(snapshot, winners, scores)}</b> {decided(snapshot, log)}
    </p>
  );
}
