// A marker that hops when its points change; where less motion is asked for it is simply there.

import { useEffect, useRef, type ComponentProps } from "react";
import { useStill } from "../../board/still";

export function Hopping({ points, ...place }: { points: number } & ComponentProps<"span">) {
  const ref = useRef<HTMLSpanElement>(null);
  const before = useRef(points);
  const still = useStill();
  useEffect(() => {
    if (before.current === points) return;
    before.current = points;
    if (still) return;
    const hop = [
      { translate: "0 0" },
      { translate: "0 -11px" },
      { translate: "0 0" },
      { translate: "0 -4px" },
      { translate: "0 0" },
    ];
    ref.current?.animate(hop, { duration: 520, easing: "ease-in-out" });
  }, [points, still]);
  return <span ref={ref} {...place} />;
}
