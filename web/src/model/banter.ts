// When a bot has something to say: seldom, and only about what all have seen.

import type { ChairTold, TableEvent } from "../protocol";

export type Occasion = "begin" | "gain" | "complete" | "snow";

export interface Saying {
  seq: number;
  seat: string;
  bot: string;
  occasion: Occasion;
}

/** A placement that brings so many points is worth a word. */
const MANY = 5;

/** What a bot says to an event, if anything. By its number alone, so that it is the same for all at the table. */
export function banter(event: TableEvent, chairs: readonly ChairTold[]): Saying | null {
  const bots = chairs.filter(({ kind, bot }) => kind === "bot" && bot !== null);
  if (!bots.length) return null;
  const says = (seat: string | undefined, occasion: Occasion): Saying | null => {
    const chair = bots.find((it) => it.seat === seat);
    return chair ? { seq: event.seq, seat: chair.seat, bot: chair.bot!, occasion } : null;
  };
  const anyone = bots[event.seq % bots.length]!.seat;
  if (event.kind === "started") return says(anyone, "begin");
  const another = event.kind === "moved" && !!event.stand_in; // nobody is proud of what another did
  for (const it of event.events) {
    if (it.event === "completed" && !another) return says(it.by, "complete");
    if (it.event === "snow_fell") return says(anyone, "snow");
    if (it.event !== "placed" || event.seq % 3 || another) continue;
    const own = it.scored.find(({ colour }) => colour === it.by);
    if (own && own.new.length + own.linked.length >= MANY) return says(it.by, "gain");
  }
  return null;
}
