// A part of a page that is shown when it is asked for: behind a tab, or in a dialog.

import type { ReactNode } from "react";

export interface Panel {
  id: string;
  title: string;
  /** There is something to see in it now. */
  shown: boolean;
  view: () => ReactNode;
}
