// Where one is in the page: `/` is home, `/t/ID` a table. Codes of links stand behind `#`, so that no server sees them.

import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
const changed = () => listeners.forEach((listener) => listener());
addEventListener("popstate", changed);

export interface Route {
  table: string | null;
  join: string | null;
  offer: string | null;
}

let route = read();

function read(): Route {
  const table = /^\/t\/([A-Za-z0-9]+)$/.exec(location.pathname)?.[1] ?? null;
  const codes = new URLSearchParams(location.hash.slice(1));
  return { table, join: codes.get("join"), offer: codes.get("offer") };
}

/** Go to a path of this page. */
export function go(path: string): void {
  history.pushState(null, "", path);
  scrollTo(0, 0);
  changed();
}

/** Take the codes of a link out of the address once they are used. */
export function forgetCodes(): void {
  history.replaceState(null, "", location.pathname);
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
