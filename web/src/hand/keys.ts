// What the keys do at a table, wherever the focus is: arrows walk over columns, letters turn the block.

import { useEffect, useLayoutEffect, useRef, type Dispatch, type RefObject, type SetStateAction } from "react";
import type { Edition } from "../model/edition";
import type { PlacingState } from "./usePlacing";

interface Hands {
  placing: PlacingState;
  place: () => void;
  /** One column on. */
  walk: (dx: number, dy: number) => void;
  /** Look at a site, or at all of them. */
  look: (site: string) => void;
  /** Look at a site and go there. */
  toSite: (site: string) => void;
  /** The next best placement, once it is known which are good. */
  nextBest: () => void;
  /** Ask for a hint; null where there is none to be had. */
  hint: (() => void) | null;
  /** Draw a card; null where that is not offered. */
  draw: (() => void) | null;
  /** Go on without spending anything: end the turn, or decline; null where nothing waits for that. */
  goOn: (() => void) | null;
  setPeel: Dispatch<SetStateAction<number>>;
  edition: Edition;
}

/** What a key does; null where it means nothing now. */
function deed(key: string, shift: boolean, hands: Hands): (() => void) | null {
  const { placing, place, walk, look, setPeel, edition } = hands;
  switch (key) {
    case "ArrowLeft":
      return () => walk(-1, 0);
    case "ArrowRight":
      return () => walk(1, 0);
    case "ArrowUp":
      return () => walk(0, -1);
    case "ArrowDown":
      return () => walk(0, 1);
    case "x":
    case "y":
    case "z":
      return () => placing.turn(key);
    case "n":
      return hands.nextBest;
    case "h":
      return hands.hint;
    case "d":
      return hands.draw;
    case "e":
      return hands.goOn;
    case " ":
    case "p":
      return placing.ghost && (() => placing.nextPose(shift ? -1 : 1));
    case "Enter":
      return placing.ghost && place;
    case "Escape":
      return placing.cancel;
    case "[":
      return () => setPeel((level) => Math.max(1, level - 1));
    case "]":
      return () => setPeel((level) => Math.min(edition.levels, level + 1));
    case "0":
      return () => look("all");
    default: {
      const site = edition.sites[Number(key) - 1];
      return site ? () => hands.toSite(site) : null;
    }
  }
}

/** Where keys are typed, or choose. */
const FIELDS = "input, textarea, select, [contenteditable]";
/** What Enter and the space bar press. */
const PRESSED = "button, a[href], summary";

/** Whether a key is the table's, and not what has the focus has its own use for it. */
function ours({ key, target }: KeyboardEvent, { column, pinned }: PlacingState): boolean {
  // What lies over the table has all keys.
  if (document.querySelector("dialog[open]")) return false;
  if (!(target instanceof Element)) return true;
  if (target.closest(`${FIELDS}, [popover]`)) return false;
  if (key.startsWith("Arrow")) return !target.closest("[role='tab']") && !scrolls(target);
  if (key !== "Enter" && key !== " ") return true;
  const pressed = target.closest(PRESSED);
  // On plans a column is a button: the first Enter has the block shown there, the second places it.
  const there = pinned && column && `${column.site} ${column.x} ${column.y}`;
  return !pressed || (key === "Enter" && pressed.getAttribute("data-column") === there);
}

/** Whether something has the focus because it can be scrolled, as the log can. */
const scrolls = (target: Element): boolean =>
  target.scrollHeight > target.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(target).overflowY);

/** What is done by these is done: a key that is held down must not place what it has just brought. */
const ONCE = ["Enter", "d", "e"];

/** `within` is where keys work only, for whoever would rather have it so; null where they work everywhere. */
export function useTableKeys(hands: Hands, within: RefObject<HTMLElement | null> | null): void {
  const latest = useRef(hands);
  useLayoutEffect(() => {
    latest.current = hands;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      // Escape is nobody's letter, and leads out of everything.
      if (within && event.key !== "Escape" && !within.current?.contains(event.target as Node)) return;
      if (!ours(event, latest.current.placing)) return;
      // Letters mean the same with Shift and with the capitals locked.
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const done = event.repeat && ONCE.includes(key) ? null : deed(key, event.shiftKey, latest.current);
      if (!done) return;
      done();
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [within]);
}
