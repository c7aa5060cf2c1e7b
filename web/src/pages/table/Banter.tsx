// What a bot says now and then, at its place. It is company, not news: those who listen are not told.

import { useEffect, useRef, useState } from "react";
import { banter, type Saying } from "../../model/banter";
import type { Snapshot, TableEvent } from "../../protocol";
import { usePreferences } from "../../settings/preferences";
import { botPerson, botSays } from "../../words/banter";
import { AtPlayer } from "./Bubble";

/** How long a line stays, and how long there is nothing more after it; in milliseconds. */
const STAYS = 5000;
const PAUSES = 20_000;
/** A game that began so many events ago has just begun. */
const JUST = 6;

export function Banter({ log, snapshot }: { log: readonly TableEvent[]; snapshot: Snapshot }) {
  const { banter: wanted } = usePreferences();
  const seen = useRef<number | null>(null);
  const last = useRef(-Infinity);
  const [said, say] = useState<Saying | null>(null);
  const { seats } = snapshot;
  useEffect(() => {
    // Whoever comes later has missed what was said; a game that has just begun has not.
    const began = log.slice(-JUST).find((it) => it.kind === "started");
    const before = seen.current ?? (began ? began.seq - 1 : null);
    seen.current = log.at(-1)?.seq ?? seen.current;
    if (before === null || !wanted || performance.now() - last.current < PAUSES) return;
    const next = log
      .filter((it) => it.seq > before)
      .map((event) => banter(event, seats))
      .find((it) => it && botSays(it.bot, it.occasion));
    if (!next) return;
    last.current = performance.now();
    say(next);
  }, [log, seats, wanted]);
  useEffect(() => {
    if (!said) return;
    const later = setTimeout(() => say(null), STAYS);
    return () => clearTimeout(later);
  }, [said]);
  if (!said || !wanted) return null;
  const text = botSays(said.bot, said.occasion)!;
  return (
    <div aria-hidden="true" data-part="banter">
      <AtPlayer key={said.seq} line={{ ...said, name: botPerson(said.bot), text }} />
    </div>
  );
}
