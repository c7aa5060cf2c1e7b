// The way back: to the table or the lesson whose rules one looked up, or to the front page.

import type { MouseEvent } from "react";
import { below, pathAt } from "../../protocol/root";
import { t } from "../../words/words";
import { go } from "../route";

/** How long a browser may take to close the tab, in milliseconds. */
const CLOSING = 400;

/** The table or lesson this tab was opened from, if it is still there. */
function opener(): { window: Window; path: string; table: boolean } | null {
  try {
    const from = window.opener as Window | null;
    const path = from && !from.closed ? pathAt(from.location) : "";
    const table = path.startsWith("/t/");
    return from && (table || path.startsWith("/learn/")) ? { window: from, path, table } : null;
  } catch {
    return null; // it has gone to another site meanwhile
  }
}

export function WayBack() {
  const from = opener();
  const back = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!from) return go("/");
    // What was going on is there as it was left; this tab is done with. Where it may not be closed, it goes there itself.
    from.window.focus();
    window.close();
    setTimeout(() => go(from.path), CLOSING);
  };
  return (
    <a className="button quiet" href={below(from?.path ?? "/")} onClick={back} data-part="back">
      <span aria-hidden="true">←</span>{" "}
      <span>{t(!from ? "book.back.home" : from.table ? "book.back.table" : "book.back.lesson")}</span>
    </a>
  );
}
