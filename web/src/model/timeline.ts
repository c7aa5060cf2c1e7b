// A game to step through, forwards, backwards and by leaps: a fold of which every moment is kept. A table told anew
// shares with the one before it all that did not change, so that a whole game is little more than its last moment.

import type { MomentTold, MovedEvent, News, Snapshot, TimelineTold } from "../protocol";
import { apply, begin, UNSERVED } from "./table";

export class Timeline {
  private readonly tables: Snapshot[];

  constructor(
    first: Snapshot,
    private readonly news: readonly News[],
  ) {
    this.tables = [first];
  }

  get length(): number {
    return this.news.length + 1;
  }

  /** The table at a moment, counted from 0, and what had happened until then; the same objects whenever it is asked. */
  at(moment: number): { snapshot: Snapshot; log: readonly News[] } {
    if (!(moment in this.news) && moment !== this.news.length)
      throw new RangeError(`moment ${moment} of ${this.length}`);
    while (this.tables.length <= moment)
      this.tables.push(apply(this.tables.at(-1)!, this.news[this.tables.length - 1]!));
    return { snapshot: this.tables[moment]!, log: this.news.slice(0, moment) };
  }
}

/** A table from its beginning, out of all its news as somebody was told them who holds these seats. */
export function lookedBack(news: readonly [News, ...News[]], you: string[] = []): Timeline {
  const [first, ...later] = news;
  return new Timeline(begin(first, you), later);
}

/** A finished game or a record, as a table at which nobody sits any more. */
export function replayed(told: TimelineTold): Timeline {
  const { game, position, seats } = told;
  const first: Snapshot = {
    table: "",
    seq: 0,
    status: position.result ? "over" : "playing",
    created_at: 0,
    options: {
      mode: game.mode,
      rules: game.rules,
      solo: game.solo && {
        constraint: game.solo.constraint,
        track: game.solo.track,
        architecture: game.solo.architecture,
      },
      ...UNSERVED,
    },
    edition: game.edition,
    rules_version: 0,
    commitment: "",
    words: null,
    secret: null,
    seats: seats.map((it) => ({ ...it, kind: it.bot === null ? "person" : "bot", away: false, offered: false })),
    game,
    position,
    asks: [],
    take_back: null,
    rematch: null,
    you: [],
    offers: {},
    foresight: {},
    chat: [],
  };
  const bots = new Set(seats.filter((it) => it.bot !== null).map((it) => it.seat));
  const decided = ({ seat, stand_in }: MomentTold): Pick<MovedEvent, "how" | "stand_in"> => {
    if (stand_in) return { how: stand_in === "clock" ? "clock" : "stand_in", stand_in };
    return { how: bots.has(seat) || seat === "winter" ? "bot" : "person" };
  };
  const news = (moment: MomentTold, number: number): News => ({
    type: "news",
    kind: "moved",
    table: "",
    seq: number + 1,
    at: 0,
    seat: moment.seat,
    ...decided(moment),
    do: moment.do,
    gain: moment.gain,
    events: moment.events,
    changes: { position: moment.changes, ...(moment.changes.result ? { status: "over" } : {}) },
  });
  return new Timeline(first, told.moments.map(news));
}
