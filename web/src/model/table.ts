// A table as a fold over what the server tells of it. Nothing here asks anybody for anything: the same table and the
// same news give the same table, wherever both come from.

import type { Foreseen, News, Offer, Opened, OptionsTold, Snapshot, You } from "../protocol";

/** What a table without a server says of itself, where nobody chose. */
export const UNSERVED = {
  title: "",
  public: false,
  pace: { turn_seconds: null, window_seconds: null, bot_seconds: 0 },
  coureur: "first",
  stand_in: "",
  winter_ties: "fixed",
  hints: false,
  begins: null,
  origin: null,
  day: null,
  series: null,
} as const satisfies Partial<OptionsTold>;

/** The seat whose holder acts for a seat: alone, the player moves Winter's blocks too (SOL-5d). */
export const holderOf = (seat: string): string => (seat === "winter" ? "player" : seat);

/** Whether somebody here is to act. */
export const isMyTurn = (table: Snapshot): boolean =>
  table.asks.some(({ seat }) => table.offers[seat] !== undefined && table.you.includes(holderOf(seat)));

/** What whoever is at a device remembers of the deck; where several are, nothing is shown to all of them (ALY-4). */
export const remembered = ({ you, foresight }: Snapshot): readonly Foreseen[] =>
  you.length === 1 ? (foresight[you[0]!] ?? []) : [];

/** How many lines of chat a snapshot has. */
const CHAT_SHOWN = 50;

/** The table after the next news of it: the snapshot that the server would send now. */
export function apply(table: Snapshot, news: News): Snapshot {
  if (news.seq !== table.seq + 1) throw new RangeError(`event ${news.seq} after ${table.seq}`);
  const { position, ...changes } = news.changes;
  const next: Snapshot = { ...table, ...changes, seq: news.seq };
  if (position !== undefined) next.position = position && ({ ...table.position, ...position } as Snapshot["position"]);
  if (news.offers) next.offers = keptOffers(table.offers, news.offers);
  if (news.foresight) next.foresight = news.foresight;
  if (news.kind === "said") {
    const { seq, at, seat, name, text } = news;
    next.chat = [...table.chat, { seq, at, seat, name, text }].slice(-CHAT_SHOWN);
  }
  return next;
}

/** The table from its very first news on, as somebody sees it who holds these seats. */
export function begin(first: News, you: string[] = []): Snapshot {
  const nothing = { table: first.table, seq: first.seq - 1, position: null, you, offers: {}, foresight: {}, chat: [] };
  return apply(nothing as unknown as Snapshot, first); // the first news have every key there is
}

/** The table after the server's word on which seats are held from now on: what a seat alone knows goes with it. */
export function hold(table: Snapshot, { seats }: Pick<You, "seats">): Snapshot {
  const held = <T>(of: Record<string, T>) =>
    Object.fromEntries(Object.entries(of).filter(([seat]) => seats.includes(holderOf(seat))));
  return { ...table, you: seats, offers: held(table.offers), foresight: held(table.foresight) };
}

/** The table as it was opened: from the snapshot that came, or from what was known and the news since then. */
export function open(known: Snapshot | null, opened: Opened): Snapshot | null {
  const before = opened.snapshot ?? known;
  if (!before) return null;
  const table = (opened.news ?? []).reduce(apply, before);
  const { seq, you, foresight } = opened;
  return { ...table, seq, you, foresight, offers: keptOffers(table.offers, opened.offers) };
}

/** The offers of now, each as the object it was before where nothing in it has changed: what is being placed stays. */
export function keptOffers(before: Record<string, Offer>, now: Record<string, Offer>): Record<string, Offer> {
  return Object.fromEntries(
    Object.entries(now).map(([seat, offer]) => {
      const old = before[seat];
      return [seat, old && same(old, offer) ? old : offer];
    }),
  );
}

/** Whether two values of JSON say the same. */
function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  const keys = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => same((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]))
  );
}
