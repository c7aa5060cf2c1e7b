// Whether something is near the window: only then is a board drawn there.

import { useEffect, useState, type RefObject } from "react";

/** It begins before it is in sight, and goes when it is well out of it, so that scrolling to and fro draws nothing anew. */
const MARGIN = { begin: "350px 0px", end: "1800px 0px" };
/** Who flies over the page draws nothing, in milliseconds. */
const STAY = 90;

export function useNear(ref: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = ref.current!;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const begin = new IntersectionObserver(
      ([seen]) => {
        clearTimeout(waiting);
        if (seen!.isIntersecting) waiting = setTimeout(() => setNear(true), STAY);
      },
      { rootMargin: MARGIN.begin },
    );
    const end = new IntersectionObserver(([seen]) => !seen!.isIntersecting && setNear(false), {
      rootMargin: MARGIN.end,
    });
    begin.observe(element);
    end.observe(element);
    return () => {
      clearTimeout(waiting);
      begin.disconnect();
      end.disconnect();
    };
  }, [ref]);
  return near;
}
