// Where one is in the page: `/` is home, `/t/ID` a table, `/rules#plc-5` a rule of the book, `/learn` the lessons and
// `/learn/NAME` one of them, `/puzzles` and `/puzzles/ID` likewise, `/editions` what the server can be played with and `/editions/ID` one of these,
// `/replay/ID` a finished game and `/replay` any record, `/days` the games of the days, `/story` one's own story. Codes of links stand behind `#`, so that no server sees them.

import { useSyncExternalStore } from "react";
import { below, pathAt, SERVERLESS } from "../protocol/root";
import { RULES } from "../words/rules";

const listeners = new Set<() => void>();
const changed = () => listeners.forEach((listener) => listener());
addEventListener("popstate", changed);

export interface Route {
  table: string | null;
  rules: boolean;
  /** The lesson that is asked for, or "" for the list of them. */
  learn: string | null;
  /** The puzzle that is asked for by its id, or "" for the list of them. */
  puzzle: string | null;
  /** The table whose game is watched again, or "" for a record of one's own. */
  replay: string | null;
  /** The edition that is asked for by its id, or "" for whichever is chosen. */
  edition: string | null;
  /** The games of the days: the page of all of them. */
  days: boolean;
  /** One's own story. */
  story: boolean;
  /** An address that leads nowhere. */
  lost: boolean;
  join: string | null;
  offer: string | null;
  /** All seats of another device. */
  seats: string | null;
}

let route = read();

function read(): Route {
  const path = pathAt(location);
  const table = /^\/t\/([A-Za-z0-9]+)$/.exec(path)?.[1] ?? null;
  const codes = new URLSearchParams(location.hash.slice(1));
  const rules = path === RULES;
  const learn = /^\/learn(?:\/([a-z-]+))?$/.exec(path);
  const puzzle = /^\/puzzles(?:\/([0-9a-f]+))?$/.exec(path);
  const replay = /^\/replay(?:\/([A-Za-z0-9]+))?$/.exec(path);
  const edition = /^\/editions(?:\/([^/]+))?$/.exec(path);
  const days = path === "/days";
  const story = path === "/story";
  // Files on a host that knows nothing of us may be opened under any name.
  const lost =
    !SERVERLESS && path !== "/" && !(table || rules || learn || puzzle || replay || edition || days || story);
  return {
    table,
    rules,
    learn: learn && (learn[1] ?? ""),
    puzzle: puzzle && (puzzle[1] ?? ""),
    replay: replay && (replay[1] ?? ""),
    edition: edition && decoded(edition[1] ?? ""),
    days,
    story,
    lost,
    join: codes.get("join"),
    offer: codes.get("offer"),
    seats: codes.get("seats"),
  };
}

/** What somebody typed may be no escape at all. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Where an edition is shown. */
export const editionPath = (id: string): string => `/editions/${encodeURIComponent(id)}`;

/** Go to a path of this page. */
export function go(path: string): void {
  history.pushState(null, "", below(path));
  scrollTo(0, 0);
  changed();
}

/** Take the codes of a link out of the address once they are used. */
export function forgetCodes(): void {
  history.replaceState(null, "", location.pathname + location.search);
  changed();
}

export function currentRoute(): Route {
  return route;
}

export function useRoute(): Route {
  return useSyncExternalStore(
    (listener) => {
      const update = () => {
        route = read();
        listener();
      };
      listeners.add(update);
      addEventListener("hashchange", update);
      return () => {
        listeners.delete(update);
        removeEventListener("hashchange", update);
      };
    },
    () => route,
  );
}
