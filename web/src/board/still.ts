// Whether less motion is asked for.

import { useEffect, useMemo, useState } from "react";

export function useStill(): boolean {
  const query = useMemo(() => matchMedia("(prefers-reduced-motion: reduce)"), []);
  const [still, setStill] = useState(query.matches);
  useEffect(() => {
    const follow = (): void => setStill(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, [query]);
  return still;
}
