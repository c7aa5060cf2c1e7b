// Whether a table is forgotten at once, or only once more is asked.

import type { Snapshot } from "../../protocol";
import type { Kept } from "../../net/seats";

/**
 * Nothing but this browser holds a seat: giving one up for good is asked about unless it is known to be worth nothing.
 * How things stand there may not be known yet, or not be told: while the server cannot be reached, or a game is sealed.
 */
export function isDear(kept: Kept, status: Snapshot["status"] | undefined, gone: boolean): boolean {
  const worthless = kept.over || gone || status === "over" || status === "closed";
  return !worthless && Object.keys(kept.tokens).length > 0;
}
