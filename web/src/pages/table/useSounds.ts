// What happens at the table is heard: a card that slides, a block that lands, a marker that hops, wind before snow.

import { useEffect, useRef } from "react";
import { isMyTurn } from "../../model/table";
import type { GameEvent, Snapshot, TableEvent } from "../../protocol";
import { hear, type Heard, type Sound } from "../../sound/sound";

/** How long a block falls before it lands, in seconds. */
const FALLS = 0.28;
/** Whoever comes back to a table does not hear all that was missed. */
const MOST = 6;

/** What is heard of an event; of most, nothing. */
export function soundOf(event: GameEvent): [Sound, Heard][] {
  switch (event.event) {
    case "drew":
      return [[event.card === "snow" ? "wind" : "card", {}]];
    case "placed":
      return [
        ["place", { after: FALLS }],
        ...(event.scored.length ? [["hop", { after: FALLS + 0.35 }] as [Sound, Heard]] : []),
      ];
    case "doubled":
    case "took_half":
    case "peeked":
      return [["ally", {}]];
    case "completed":
      return [["complete", { after: FALLS + 0.2 }]];
    default:
      return [];
  }
}

/** `quiet` where a game is gone through in leaps; only at a table that is `live` does somebody have to be called. */
export function useSounds(log: readonly TableEvent[], snapshot: Snapshot, quiet: boolean, live: boolean): void {
  const seen = useRef<number | null>(null);
  useEffect(() => {
    const before = seen.current;
    seen.current = log.at(-1)?.seq ?? before;
    if (before === null || quiet) return;
    const news = log.filter((it) => it.seq > before).flatMap((it) => it.events);
    for (const [sound, heard] of news.flatMap(soundOf).slice(-MOST)) hear(sound, heard);
  }, [log, quiet]);
  const mine = isMyTurn(snapshot);
  const was = useRef(mine);
  useEffect(() => {
    if (mine && !was.current && live) hear("turn", { after: 0.5 });
    was.current = mine;
  }, [mine, live]);
}
