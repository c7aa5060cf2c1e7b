// What the keys do in the picture: arrows walk over columns, letters turn the block.

import type { Dispatch, KeyboardEvent, SetStateAction } from "react";
import type { Edition } from "../model/edition";
import type { PlacingState } from "./usePlacing";

interface Hands {
  placing: PlacingState;
  place: () => void;
  /** Look at a site, or at all of them. */
  look: (site: string) => void;
  /** The next best placement, once it is known which are good. */
  nextBest: () => void;
  /** Ask for a hint; null where there is none to be had. */
  hint: (() => void) | null;
  setPeel: Dispatch<SetStateAction<number>>;
  edition: Edition;
}

/** What a key does; null where it means nothing here. */
function deed(key: string, shift: boolean, hands: Hands): (() => void) | null {
  const { placing, place, look, setPeel, edition } = hands;
  switch (key) {
    case "ArrowLeft":
      return () => placing.move(-1, 0);
    case "ArrowRight":
      return () => placing.move(1, 0);
    case "ArrowUp":
      return () => placing.move(0, -1);
    case "ArrowDown":
      return () => placing.move(0, 1);
    case "x":
    case "y":
    case "z":
      return () => placing.turn(key);
    case "n":
      return hands.nextBest;
    case "h":
      return hands.hint;
    case " ":
    case "p":
      return () => placing.nextPose(shift ? -1 : 1);
    case "Enter":
      return place;
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
      if (!site) return null;
      return () => {
        look(site);
        placing.toSite(site);
      };
    }
  }
}

export function pictureKeys(hands: Hands): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // Buttons inside the picture keep the keys that press them.
    if (event.target !== event.currentTarget && (event.key === "Enter" || event.key === " ")) return;
    // Letters mean the same with Shift and with the capitals locked.
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const done = deed(key, event.shiftKey, hands);
    if (!done) return;
    done();
    event.preventDefault();
  };
}
