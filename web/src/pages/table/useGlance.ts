// A glance at where a bot has just built. It never takes the view from somebody who has chosen one, and whoever moves a
// hand has the whole table back at once.

import { useEffect, useMemo, useRef, useState, type RefObject } from "react";
import type { View } from "../../board/props";
import { beatOf } from "../../net/beats";
import type { TableEvent } from "../../protocol";
import type { TableState } from "./state";

/** How long it takes, in milliseconds: as long as the beat that the page gives a bot's action, and no less than this. */
const LEAST = 900;

/** The view to show: the one that was chosen, or for a moment a site. */
export function useGlance(
  state: TableState,
  view: View,
  picture: RefObject<HTMLElement | null>,
  wanted: boolean,
): View {
  // Whoever has turned the table by hand looks at it as they like until they ask for a view.
  const turned = useRef<View | null>(null);
  useEffect(() => {
    const drag = (event: Event) => {
      if (event instanceof WheelEvent || (event as PointerEvent).buttons) turned.current = view;
    };
    const element = picture.current;
    element?.addEventListener("pointermove", drag);
    element?.addEventListener("wheel", drag, { passive: true });
    return () => {
      element?.removeEventListener("pointermove", drag);
      element?.removeEventListener("wheel", drag);
    };
  }, [picture, view]);
  const last = state.log.at(-1) ?? null;
  const [glance, setGlance] = useState<{ site: string } | null>(null);
  // What was done before the page was opened is history. While rendering: the block falls before one's eyes.
  const [known, setKnown] = useState(last?.seq ?? null);
  const pause = beatOf(state.snapshot.options.pace);
  if (last && last.seq !== known) {
    setKnown(last.seq);
    const site = known === null ? null : builtOn(last);
    if (site && wanted && pause > 0 && view.site === "all" && turned.current !== view) setGlance({ site });
  }
  useEffect(() => {
    if (!glance) return;
    const end = () => setGlance(null);
    const later = setTimeout(end, Math.max(LEAST, pause));
    addEventListener("pointerdown", end);
    addEventListener("wheel", end, { passive: true });
    addEventListener("keydown", end);
    return () => {
      clearTimeout(later);
      removeEventListener("pointerdown", end);
      removeEventListener("wheel", end);
      removeEventListener("keydown", end);
    };
  }, [glance, pause]);
  return useMemo(
    () => (glance && view.site === "all" ? { site: glance.site, asked: view.asked } : view),
    [glance, view],
  );
}

/** The site on which a bot has placed a block with this. */
function builtOn(event: TableEvent): string | null {
  if (event.kind !== "moved" || (event.how !== "bot" && event.how !== "stand_in")) return null;
  return event.events.find((it) => it.event === "placed")?.site ?? null;
}
