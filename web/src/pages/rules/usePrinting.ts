// Whether the page is being printed: on paper a board is a flat plan, and every step of a figure is there at once.

import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(() => matchMedia("print").matches);
  useEffect(() => {
    const query = matchMedia("print");
    // The browser takes the page as it is when the event is over.
    const set = (on: boolean) => flushSync(() => setPrinting(on));
    const change = () => set(query.matches);
    const before = () => set(true);
    const after = () => set(false);
    query.addEventListener("change", change);
    addEventListener("beforeprint", before);
    addEventListener("afterprint", after);
    return () => {
      query.removeEventListener("change", change);
      removeEventListener("beforeprint", before);
      removeEventListener("afterprint", after);
    };
  }, []);
  return printing;
}
