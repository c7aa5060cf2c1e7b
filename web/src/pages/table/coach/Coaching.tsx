// Where a coach may speak: where it is wanted, and only one person plays. Its script comes when it is.

import { lazy, Suspense } from "react";
import { Otherwise } from "../../../board/Otherwise";
import { useCoach } from "../../../settings/coach";
import { speakAlso } from "../../../words/words";
import type { TableState } from "../state";

const Coach = lazy(async () => {
  const [it] = await Promise.all([import("./Coach"), speakAlso("aside")]);
  return { default: it.Coach };
});

interface CoachingProps {
  state: TableState;
  block: string | null;
  placing: boolean;
  paused?: boolean;
  quiet?: boolean;
  inside?: boolean;
}

export function Coaching({ state, ...props }: CoachingProps) {
  const { on } = useCoach();
  const { seats, you } = state.snapshot;
  const [seat] = you;
  // Between people nobody is told more than the others.
  const alone = you.length === 1 && seats.filter((chair) => chair.kind === "person").length === 1;
  if (!on || !alone || !seat) return null;
  return (
    // A script that is out of reach is no reason not to play.
    <Otherwise otherwise={null}>
      <Suspense>
        <Coach state={state} seat={seat} {...props} />
      </Suspense>
    </Otherwise>
  );
}
