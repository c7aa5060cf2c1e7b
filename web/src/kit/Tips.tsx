// One little window that says what something is: while the pointer rests on it or the keyboard's focus is on it, and for
// as long as wanted once it was pressed or tapped. It is the browser's own popover, so that it lies over everything.

import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { createPortal } from "react-dom";
import styles from "./Tips.module.css";
import tokens from "./tokens.module.css";

/** What it is said beside: something on the page, or a point of it. */
export type Anchor = Element | { x: number; y: number };
export type How = "hover" | "focus" | "press";

/** How long a pointer rests before anything is said, and how long it may be under way to what was said; in milliseconds. */
const REST = 350;
const LINGER = 250;
/** Between what is asked about, the window and the edges of the screen; in pixels. */
const GAP = 8;
/** How far from the middle of something a finger may come down and still mean it; in pixels. */
const FINGER = 22;
const PHONE = tokens.phone!;

interface Asking {
  ask: (what: unknown, at: Anchor, how: How) => void;
  /** It is not pointed at, or has not the focus, any more; told late, when something else is, it means nothing. */
  leave: (how: "hover" | "focus", at: Anchor | null) => void;
}

const AskingContext = createContext<Asking>({ ask: () => undefined, leave: () => undefined });

export const useAsking = (): Asking => useContext(AskingContext);

interface Asked {
  what: unknown;
  at: Anchor;
  how: How;
}

interface TipsProps<What> {
  /** What is said about it; null where there is nothing to say any more. */
  tell: (what: What) => { title: string; body: ReactNode } | null;
  children: ReactNode;
}

export function Tips<What>({ tell, children }: TipsProps<What>) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const now = useRef(asked);
  now.current = asked;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Where somebody pointed, or went, last; what was said has none of its own. */
  const last = useRef<Anchor | null>(null);

  const asking = useMemo((): Asking => {
    // Known at once: whoever walks on quickly leaves before what was said is on the page.
    const say = (next: Asked | null): void => {
      now.current = next;
      setAsked(next);
    };
    const later = (wait: number, next: Asked | null): void => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => say(next), wait);
    };
    return {
      ask: (what, at, how) => {
        const shown = now.current;
        if (how === "hover") {
          if (shown?.how === "press") return; // it stays until it is closed
          last.current = at;
          later(shown?.how === "hover" ? LINGER / 2 : REST, { what, at, how });
          return;
        }
        clearTimeout(timer.current);
        last.current = at;
        // Pressed once more: it has been read.
        say(how === "press" && shown?.how === "press" && shown.at === at ? null : { what, at, how });
      },
      leave: (how, at) => {
        if (last.current !== at) return;
        clearTimeout(timer.current);
        if (now.current?.how === how) later(how === "hover" ? LINGER : 0, null);
        else last.current = now.current?.at ?? null;
      },
    };
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  const close = useCallback(() => {
    clearTimeout(timer.current);
    setAsked(null);
  }, []);
  const stay = useCallback(() => {
    clearTimeout(timer.current);
    last.current = null;
  }, []);
  useOneStop();
  useBroadFingers();

  const told = asked && tell(asked.what as What);
  return (
    <AskingContext value={asking}>
      {children}
      {asked && told && (
        <Tip asked={asked} title={told.title} close={close} stay={stay} leave={() => asking.leave("hover", null)}>
          {told.body}
        </Tip>
      )}
    </AskingContext>
  );
}

/** The place at the edge of a small screen that is away from something: in the other half. */
function away(box: DOMRect, wide: number, high: number): { left: number; top: number } {
  const [right, bottom] = [innerWidth - wide - GAP, innerHeight - high - GAP];
  if (innerWidth > innerHeight) return { left: box.left + box.width / 2 < innerWidth / 2 ? right : GAP, top: GAP };
  return { left: Math.max(GAP, right / 2), top: box.top + box.height / 2 < innerHeight / 2 ? bottom : GAP };
}

interface TipProps {
  asked: Asked;
  title: string;
  close: () => void;
  stay: () => void;
  leave: () => void;
  children: ReactNode;
}

function Tip({ asked, title, close, stay, leave, children }: TipProps) {
  const { at, how } = asked;
  const id = useId();
  const tip = useRef<HTMLDivElement>(null);
  const walked = useRef(false);
  // What is not inside an open dialog cannot be used while it is there.
  const host = (at instanceof Element ? at.closest("dialog") : null) ?? document.body;

  // Whoever hears the page is told with the thing itself, after whatever else describes it.
  useEffect(() => {
    if (!(at instanceof Element)) return;
    const before = at.getAttribute("aria-describedby");
    at.setAttribute("aria-describedby", before ? `${before} ${id}` : id);
    return () => {
      if (before) at.setAttribute("aria-describedby", before);
      else at.removeAttribute("aria-describedby");
    };
  }, [at, id]);

  // What was pressed for has the focus, so that its link is the next thing; it goes back where it came from.
  useLayoutEffect(() => {
    const element = tip.current!;
    element.showPopover();
    if (how !== "press") return;
    const had = document.activeElement;
    element.focus({ preventScroll: true });
    return () => {
      const lost = document.activeElement === document.body || element.contains(document.activeElement);
      if (lost && had instanceof HTMLElement) had.focus({ preventScroll: true });
    };
  }, [how]);

  // Below it where there is room, otherwise above, or beside it where what lies below is wanted next; what is said may
  // have grown since. On a phone it lies at the edge of the screen: what is asked about, and what is around it, stays free.
  // A mouse in a small window goes on from where it rests, and must not find what it goes to covered.
  const place = useCallback(() => {
    const element = tip.current!;
    const box = at instanceof Element ? at.getBoundingClientRect() : new DOMRect(at.x - 6, at.y - 6, 12, 12);
    const { offsetWidth: wide, offsetHeight: high } = element;
    if (how !== "hover" && matchMedia(PHONE).matches) {
      const { left, top } = away(box, wide, high);
      element.style.left = `${left}px`;
      element.style.top = `${top}px`;
      return;
    }
    const beside = box.left - GAP - wide;
    const besides = at instanceof Element && at.closest("[data-asked-beside]") !== null && beside >= GAP;
    const left = besides
      ? beside
      : Math.max(GAP, Math.min(box.left + box.width / 2 - wide / 2, innerWidth - wide - GAP));
    const below = box.bottom + GAP;
    const above = box.top - GAP - high;
    const top = besides ? box.top : below + high <= innerHeight - GAP || above < GAP ? below : above;
    element.style.left = `${left}px`;
    element.style.top = `${Math.max(GAP, Math.min(top, innerHeight - high - GAP))}px`;
  }, [at, how]);
  useLayoutEffect(place);

  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // What the focus has left is about to go: the key is for where one is now.
      const here = document.activeElement;
      if (how === "focus" && at instanceof Element && !at.contains(here) && !tip.current?.contains(here)) return;
      // It alone is closed: not the dialog around it, nor what is being placed.
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    const elsewhere = (event: Event) => {
      const to = event.target as Node;
      if (tip.current?.contains(to) || (at instanceof Element && at.contains(to))) return;
      close();
    };
    const moved = (event: Event) => {
      if (!tip.current?.contains(event.target as Node)) close();
    };
    // Only what scrolls it away: a log that goes on by itself does not. What the focus came to is scrolled to by the browser.
    const scrolled = (event: Event) => {
      if (!(at instanceof Element && (event.target as Node).contains(at))) return;
      if (how === "focus") place();
      else close();
    };
    document.addEventListener("keydown", key, true);
    document.addEventListener("pointerdown", elsewhere, true);
    document.addEventListener("wheel", moved, { capture: true, passive: true });
    document.addEventListener("scroll", scrolled, true);
    addEventListener("resize", close);
    return () => {
      document.removeEventListener("keydown", key, true);
      document.removeEventListener("pointerdown", elsewhere, true);
      document.removeEventListener("wheel", moved, true);
      document.removeEventListener("scroll", scrolled, true);
      removeEventListener("resize", close);
    };
  }, [at, how, place, close]);

  return createPortal(
    <div
      ref={tip}
      id={id}
      popover="manual"
      className={styles.tip}
      data-part="tip"
      role={how === "press" ? "dialog" : "tooltip"}
      aria-label={how === "press" ? title : undefined}
      tabIndex={-1}
      onPointerEnter={stay}
      onPointerLeave={leave}
      onKeyDown={(event) => {
        walked.current = event.key === "Tab";
      }}
      onBlur={(event) => {
        // After a tap the browser gives the focus to what lies under the finger: only whoever walks on has read it.
        if (walked.current && !event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <strong>{title}</strong>
      {children}
    </div>,
    host,
  );
}

interface AskedProps {
  what: unknown;
  className?: string | undefined;
  /** Its name, where what is seen of it is none. */
  label?: string | undefined;
  children: ReactNode;
  [data: `data-${string}`]: string | boolean | undefined;
}

/** Something that may be asked about, and does nothing else. Within a group only one is in the order of Tab. */
export function Asked({ what, className, label, children, ...data }: AskedProps) {
  const asks = useAsks(what);
  return (
    <button
      type="button"
      className={className ? `${styles.asked} ${className}` : styles.asked}
      aria-label={label}
      tabIndex={-1}
      data-ask
      {...data}
      {...asks}
      onClick={asks.onClick}
    >
      {children}
    </button>
  );
}

/** What an element needs to be asked about; one that does something of its own when it is pressed leaves `onClick` out. */
export function useAsks(what: unknown) {
  const { ask, leave } = useAsking();
  return {
    onPointerEnter: (event: React.PointerEvent) => {
      if (event.pointerType === "mouse") ask(what, event.currentTarget, "hover");
    },
    onPointerLeave: (event: React.PointerEvent) => {
      if (event.pointerType === "mouse") leave("hover", event.currentTarget);
    },
    onFocus: (event: React.FocusEvent) => {
      if (event.currentTarget.matches(":focus-visible")) ask(what, event.currentTarget, "focus");
    },
    onBlur: (event: React.FocusEvent) => leave("focus", event.currentTarget),
    onClick: (event: React.MouseEvent) => ask(what, event.currentTarget, "press"),
  };
}

/** Marks a group: Tab leads to one of what may be asked about in it, arrows to the others. */
export const ASKED_GROUP = { "data-asked-group": true } as const;

/** The same where what lies below each thing is to be pressed: it is told beside it. */
export const ASKED_BESIDE = { ...ASKED_GROUP, "data-asked-beside": true } as const;

const IN_GROUP = "[data-ask]";

/** What has a use of its own for a finger. */
const TAKEN = "button, a[href], input, select, textarea, summary, label, canvas, [data-column]";

/** Fingers are broader than what may be asked about: one that comes down beside it means the nearest. */
function useBroadFingers(): void {
  useEffect(() => {
    const tap = (event: MouseEvent) => {
      const { clientX, clientY, target } = event;
      const finger = event.detail > 0 && (event as PointerEvent).pointerType !== "mouse";
      if (!finger || !(target instanceof Element) || target.closest(`${TAKEN}, [popover]`)) return;
      const around = target.closest("dialog");
      const near = [...document.querySelectorAll<HTMLElement>(IN_GROUP)].flatMap((it) => {
        const box = it.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const aside = Math.max(0, Math.abs(clientX - x) - Math.max(0, box.width / 2 - FINGER));
        const off = Math.max(0, Math.abs(clientY - y) - Math.max(0, box.height / 2 - FINGER));
        if (!box.width || aside > FINGER || off > FINGER || it.closest("dialog") !== around) return [];
        // What something else lies over is not meant.
        return it.contains(document.elementFromPoint(x, y)) ? [{ it, far: Math.hypot(aside, off) }] : [];
      });
      near.sort((one, other) => one.far - other.far)[0]?.it.click();
    };
    document.addEventListener("click", tap);
    return () => document.removeEventListener("click", tap);
  }, []);
}

/** Only one thing of each group is in the order of Tab: whoever plays by keyboard need not walk through all tokens. */
function useOneStop(): void {
  useEffect(() => {
    const inSight = (group: Element) =>
      [...group.querySelectorAll<HTMLElement>(IN_GROUP)].filter((it) => it.checkVisibility());
    // What there is to ask about comes and goes; it matters where somebody goes, and before: a list that scrolls and has
    // no stop in it would be one itself.
    const stops = () => {
      for (const group of document.querySelectorAll("[data-asked-group]")) {
        const all = inSight(group);
        if (!all.some((it) => it.tabIndex === 0)) all[0]?.setAttribute("tabindex", "0");
      }
    };
    const step = (event: KeyboardEvent) => {
      if (event.key === "Tab") return stops();
      const from = event.target instanceof Element ? event.target.closest<HTMLElement>(IN_GROUP) : null;
      const group = from?.closest("[data-asked-group]");
      if (!from || !group) return;
      const all = inSight(group);
      const at = all.indexOf(from);
      const to = {
        ArrowRight: at + 1,
        ArrowDown: at + 1,
        ArrowLeft: at - 1,
        ArrowUp: at - 1,
        Home: 0,
        End: all.length - 1,
      }[event.key];
      if (to === undefined) return;
      // Around it arrows walk over the columns.
      event.preventDefault();
      event.stopPropagation();
      const next = all[(to + all.length) % all.length]!;
      for (const it of all) it.tabIndex = it === next ? 0 : -1;
      next.focus();
    };
    stops();
    document.addEventListener("keydown", step, true);
    document.addEventListener("focusin", stops);
    return () => {
      document.removeEventListener("keydown", step, true);
      document.removeEventListener("focusin", stops);
    };
  }, []);
}
