// Somebody comes back to a page that was out of sight: what it shows may be old.

import { useEffect, useState } from "react";

/** How often that happened, while it matters: an effect that depends on it runs anew. */
export function useReturns(matters = true): number {
  const [times, set] = useState(0);
  useEffect(() => {
    if (!matters) return;
    const look = (): void => {
      if (document.visibilityState === "visible") set((before) => before + 1);
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [matters]);
  return times;
}
