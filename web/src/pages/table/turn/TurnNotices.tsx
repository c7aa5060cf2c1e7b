// Whoever plays over days is told when it is their turn; fetched only where somebody could want that.

import { lazy, Suspense, useMemo } from "react";
import { seats } from "../../../net/seats";
import type { Held } from "../../../net/turn/push";
import type { Snapshot } from "../../../protocol";
import { SERVERLESS } from "../../../protocol/root";
import { speakAlso } from "../../../words/words";

const YourTurn = lazy(async () => {
  const [it] = await Promise.all([import("./YourTurn"), speakAlso("aside")]);
  return { default: it.YourTurn };
});

/** For those who sit at a table with others, and for its host. */
export function TurnNotices({ snapshot }: { snapshot: Snapshot }) {
  const kept = seats.table(snapshot.table);
  const people = snapshot.seats.filter((chair) => chair.kind !== "bot");
  const goesOn = snapshot.status === "waiting" || snapshot.status === "playing";
  // The same as long as it says the same: whoever has it asks the server by it.
  const said = JSON.stringify(Object.entries(kept?.tokens ?? {}).filter(([seat]) => snapshot.you.includes(seat)));
  const held = useMemo(() => JSON.parse(said) as Held, [said]);
  if (SERVERLESS || !goesOn || people.length < 2 || (!held.length && !kept?.host)) return null;
  return (
    <Suspense fallback={null}>
      <YourTurn table={snapshot.table} held={held} host={kept?.host} />
    </Suspense>
  );
}
