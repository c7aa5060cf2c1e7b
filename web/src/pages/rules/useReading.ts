// Where in the book one is: the place the address asks for, and the one that is in sight.

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { BookTold } from "../../protocol";

/** So far below the top of the window something is read. */
const LINE = 150;

const asked = (): string => decodeURIComponent(location.hash.slice(1));

/** What was asked for is marked, so that the eye finds it. The text itself is rendered once, whatever is asked for. */
function mark(element: HTMLElement): void {
  document.querySelector("[data-asked]")?.removeAttribute("data-asked");
  element.closest("[data-anchor], figure")?.setAttribute("data-asked", "");
}

export function useReading(book: BookTold | null) {
  const [current, setCurrent] = useState(asked);
  const reading = useRef(current);
  reading.current = current;

  const show = useCallback((anchor: string) => {
    const element = document.getElementById(anchor);
    if (!element) return;
    element.scrollIntoView();
    // Whoever listens goes on there.
    element.focus({ preventScroll: true });
    setCurrent(anchor);
    mark(element);
  }, []);

  // The text came later than the address, or in another language: the place stays.
  const first = useRef(true);
  useLayoutEffect(() => {
    if (!book) return;
    const anchor = first.current ? asked() : reading.current;
    first.current = false;
    const element = anchor ? document.getElementById(anchor) : null;
    element?.scrollIntoView();
    if (element && asked() === anchor) mark(element);
  }, [book]);

  useEffect(() => {
    const follow = () => show(asked());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [show]);

  useEffect(() => {
    if (!book) return;
    let due = 0;
    const look = () => {
      due = 0;
      const sections = [...document.querySelectorAll<HTMLElement>("[data-anchor]")];
      const passed = sections.filter((section) => section.getBoundingClientRect().top <= LINE);
      setCurrent(passed.at(-1)?.dataset["anchor"] ?? "");
    };
    const later = () => {
      due ||= requestAnimationFrame(look);
    };
    look();
    addEventListener("scroll", later, { passive: true });
    return () => {
      cancelAnimationFrame(due);
      removeEventListener("scroll", later);
    };
  }, [book]);

  const go = useCallback(
    (anchor: string) => {
      if (asked() === anchor) show(anchor);
      else location.hash = anchor;
    },
    [show],
  );
  return { current, go };
}
