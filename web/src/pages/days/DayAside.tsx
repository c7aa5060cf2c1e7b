// The words of a day's table, fetched where there are any to be said.

import { lazy, Suspense } from "react";
import type { Snapshot } from "../../protocol";
import { speakAlso } from "../../words/words";

const DayWords = lazy(async () => {
  const [module] = await Promise.all([import("./DayWords"), speakAlso("aside")]);
  return { default: module.DayWords };
});

export function DayAside({ snapshot }: { snapshot: Snapshot }) {
  if (!snapshot.options.day) return null;
  return (
    <Suspense>
      <DayWords snapshot={snapshot} />
    </Suspense>
  );
}
