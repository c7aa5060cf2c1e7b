// The way back: to the table whose rules one looked up, or to the front page.

import type { MouseEvent } from "react";
import { t } from "../../words/words";
import { go } from "../route";

/** How long a browser may take to close the tab, in milliseconds. */
const CLOSING = 400;

/** The table this tab was opened from, if it is still there. */
function opener(): { window: Window; path: string } | null {
  try {
    const from = window.opener as Window | null;
    const path = from && !from.closed ? from.location.pathname : "";
    return from && path.startsWith("/t/") ? { window: from, path } : null;
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
    // The game is there as it was left; this tab is done with. Where it may not be closed, it goes there itself.
    from.window.focus();
    window.close();
    setTimeout(() => go(from.path), CLOSING);
  };
  return (
    <a className="button quiet" href={from?.path ?? "/"} onClick={back} data-part="back">
      <span aria-hidden="true">←</span> <span>{from ? t("book.back.table") : t("book.back.home")}</span>
    </a>
  );
}
