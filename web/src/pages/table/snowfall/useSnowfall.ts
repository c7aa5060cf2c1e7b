// The snowfall that has just happened and was not yet looked at.

import { useCallback, useState } from "react";
import type { Building } from "../../../model/building";
import { fallen as counted, type Fallen } from "../../../model/counted";
import type { TableEvent } from "../../../protocol";

export function useSnowfall(
  log: readonly TableEvent[],
  built: Record<string, Building>,
): [fallen: Fallen | null, close: () => void] {
  const [seen, setSeen] = useState<number | null>(null);
  const [fallen, setFallen] = useState<Fallen | null>(null);
  // While rendering, not after it: the snowfall is there with the news, and nothing else can be pressed before it.
  const last = log.at(-1)?.seq ?? null;
  if (last !== seen) {
    setSeen(last);
    // What happened before the page was opened is history.
    const events = (seen === null ? [] : log.filter((it) => it.seq > seen)).flatMap((it) => it.events);
    const told = events.filter((event) => event.event === "snow_fell").at(-1);
    if (told) setFallen(counted(told, built, events.slice(events.indexOf(told) + 1)));
  }
  const close = useCallback(() => setFallen(null), []);
  return [fallen, close];
}
