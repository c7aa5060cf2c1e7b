// Something that is fetched; what was there stays until the next is.

import { useEffect, useState } from "react";

export function useLoaded<T>(what: string, load: (what: string) => Promise<T>): { found: T | null; failed: boolean } {
  const [loaded, setLoaded] = useState<{ found: T | null; failed: boolean }>({ found: null, failed: false });
  useEffect(() => {
    let gone = false;
    load(what).then(
      (found) => gone || setLoaded({ found, failed: false }),
      () => gone || setLoaded(({ found }) => ({ found, failed: true })),
    );
    return () => {
      gone = true;
    };
  }, [what, load]);
  return loaded;
}
