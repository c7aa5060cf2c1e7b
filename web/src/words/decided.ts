// What decided a game, in a sentence.

import { decidedBy } from "../model/course";
import { breakdown, earlier } from "../model/scores";
import type { Snapshot, TableEvent } from "../protocol";
import { seatName } from "./names";
import { t } from "./words";

/** Where the winner was furthest ahead of the next; null where points did not decide, or the log does not go back far enough. */
export function decided(snapshot: Snapshot, log: readonly TableEvent[]): string | null {
  const { game, position } = snapshot;
  if (!game || !position?.result) return null;
  const before = earlier(breakdown(log, game.seats), position.result.scores);
  if (Object.values(before).some((points) => points !== 0)) return null;
  const found = decidedBy(log, game, position);
  if (!found) return null;
  const { source, margin, ahead } = found;
  return t(`replay.decided.${source}`, { other: seatName(snapshot, found.other), margin, ahead });
}
