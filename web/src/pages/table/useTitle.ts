// Whose turn it is, told to whoever looks elsewhere.

import { useEffect } from "react";
import { isMyTurn } from "../../model/table";
import type { Snapshot } from "../../protocol";
import { seatName } from "../../words/names";
import { t } from "../../words/words";

/** Whose turn it is, in the tab's title; a lesson has a title of its own. */
export function useTitle(snapshot: Snapshot, live: boolean): void {
  useEffect(() => {
    if (!live) return;
    const who = snapshot.asks.map((ask) => seatName(snapshot, ask.seat)).join(", ");
    document.title =
      snapshot.status !== "playing"
        ? t("title")
        : isMyTurn(snapshot)
          ? t("turn.title_mine")
          : t("turn.title_other", { name: who });
  }, [snapshot, live]);
}
