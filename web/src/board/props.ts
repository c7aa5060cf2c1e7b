// What a picture of the table is given, in 3D or flat. It knows nothing of the server: it shows, and says what is
// pointed at.

import type { Building, Lit } from "../model/building";
import type { Edition } from "../model/edition";
import type { Ghost } from "../model/placing";
import type { Column } from "../model/walking";
import type { Snapshot } from "../protocol";

/** All sites from afar, or one of them; a number after "#" asks for the same once more, after it was turned by hand. */
export type ViewName = "all" | (string & {});

/** What a view shows: "all", or a site. */
export function shownIn(view: ViewName): string {
  return view.split("#")[0]!;
}

/** The view to ask for, so that it is taken anew even where it is the present one. */
export function anew(present: ViewName, wanted: string): ViewName {
  return shownIn(present) === wanted ? `${wanted}#${Number(present.split("#")[1] ?? 1) + 1}` : wanted;
}

export interface PictureProps {
  edition: Edition;
  snapshot: Snapshot;
  built: Record<string, Building>;
  /** The block being placed, where it would rest; red where it is refused. */
  ghost: Ghost | null;
  /** Cubes that would count now (of the ghost and in place), or that a line of the log is about. */
  lit: Lit[];
  /** The columns where the chosen block can stand, as "x,y" by site; they glow. */
  glowing: Record<string, Set<string>>;
  /** A block is kept somewhere: the columns it could move to glow less than it. */
  dimmed: boolean;
  /** Only levels up to this one are shown solid; others are peeled off. */
  peel: number;
  view: ViewName;
  /** The pointer is over a column, or over none. */
  onPoint: (column: Column | null) => void;
  /** A column was clicked or tapped. */
  onChoose: (column: Column) => void;
  /** The wheel was turned over a column while a ghost is there: the next pose, or the one before. */
  onTurnWheel: (step: 1 | -1) => void;
  /** A column picked by keyboard, to be marked. */
  cursor: Column | null;
}
