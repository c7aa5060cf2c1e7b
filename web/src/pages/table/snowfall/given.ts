// What a snowfall is given to show itself with.

import type { Counting, View } from "../../../board/props";
import type { Lit } from "../../../model/building";
import type { Counted, Fallen } from "../../../model/counted";
import type { Edition } from "../../../model/edition";
import type { Snapshot } from "../../../protocol";

/** What a snowfall has on the board, and what the markers still lack. */
export interface OnBoard {
  view: View | null;
  lit: readonly Lit[];
  counting: Counting;
  owed: readonly Counted[];
}

export interface SnowfallProps {
  fallen: Fallen;
  edition: Edition;
  snapshot: Snapshot;
  /** Whether it is shown in the picture first. */
  showing: boolean;
  onBoard: (shown: OnBoard | null) => void;
  onClose: () => void;
}
