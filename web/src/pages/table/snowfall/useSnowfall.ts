// The snowfall that has just happened and was not yet looked at, and what it has on the board meanwhile.

import { useCallback, useMemo, useState } from "react";
import type { Building } from "../../../model/building";
import { fallen as counted, type Fallen } from "../../../model/counted";
import type { TableEvent } from "../../../protocol";
import type { OnBoard } from "./given";

interface Snowfalls {
  fallen: Fallen | null;
  /** What the board is to show of it; nothing where it shows the table as it is. */
  shown: OnBoard | null;
  onBoard: (shown: OnBoard | null) => void;
  close: () => void;
}

/** `showing` where it is to be counted in the picture. */
export function useSnowfall(log: readonly TableEvent[], built: Record<string, Building>, showing: boolean): Snowfalls {
  const [seen, setSeen] = useState<number | null>(null);
  const [fallen, setFallen] = useState<Fallen | null>(null);
  // Until the show has something to say, nothing of what it counts has happened yet.
  const [told, onBoard] = useState<OnBoard | null | "not yet">("not yet");
  // While rendering, not after it: the snowfall is there with the news, and nothing else can be pressed before it.
  const last = log.at(-1)?.seq ?? null;
  if (last !== seen) {
    setSeen(last);
    // What happened before the page was opened is history.
    const events = (seen === null ? [] : log.filter((it) => it.seq > seen)).flatMap((it) => it.events);
    const snow = events.filter((event) => event.event === "snow_fell").at(-1);
    if (snow) {
      setFallen(counted(snow, built, events.slice(events.indexOf(snow) + 1)));
      onBoard("not yet");
    }
  }
  const held = useMemo(
    (): OnBoard | null =>
      fallen && {
        view: null,
        lit: [],
        counting: { level: fallen.level, site: null, through: [] },
        owed: Object.values(fallen.counted).flat(),
      },
    [fallen],
  );
  const close = useCallback(() => {
    setFallen(null);
    onBoard("not yet");
  }, []);
  const shown = !fallen ? null : told !== "not yet" ? told : showing ? held : null;
  return { fallen, shown, onBoard, close };
}
