// Whole tables are folded by tests/protocol/test_fold.py, against the server's own snapshots.

import { expect, test } from "vitest";
import type { News, Offer, Snapshot } from "../protocol";
import { POSITIONS } from "./fixtures/fixtures";
import { apply, begin, hold, isMyTurn, keptOffers } from "./table";

const { game, position, offer } = POSITIONS[0]!;
const told = (): Offer => structuredClone(offer);

const news = (seq: number, changes: News["changes"], more: Partial<News> = {}): News =>
  ({ type: "news", table: "T", seq, at: 0, kind: "moved", events: [], changes, ...more }) as News;

/** So that whatever writes into it fails. */
function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

const first = frozen(begin(news(1, { status: "playing", game, position, rematch: null }), ["blue"]));

test("news change nothing but what they say, and not the table they are applied to", () => {
  const next = apply(first, frozen(news(2, { position: { deck: 7 } }, { offers: { blue: told() } })));
  expect(next).toEqual({ ...first, seq: 2, position: { ...position, deck: 7 }, offers: { blue: offer } });
  expect(next.position!.buildings).toBe(first.position!.buildings);
});

test("news that are not the next are refused", () => {
  expect(() => apply(first, news(3, {}))).toThrow(RangeError);
  expect(() => apply(first, news(1, {}))).toThrow(RangeError);
});

test("what a seat alone knows is gone with the seat", () => {
  const known: Snapshot = { ...first, offers: { blue: told() }, foresight: { blue: [{ size: 1, cards: ["eel"] }] } };
  expect(hold(known, { seats: [] })).toEqual({ ...first, you: [] });
});

test("whoever holds the player's seat has what Winter is offered, and loses it with the seat (SOL-5d)", () => {
  const alone: Snapshot = { ...first, you: ["player"], offers: { winter: told() } };
  const asked = { ...alone, asks: [{ seat: "winter", since: 1, deadline: null }] };
  expect(hold(alone, { seats: ["player"] }).offers).toEqual({ winter: offer });
  expect(hold(alone, { seats: [] }).offers).toEqual({});
  expect(isMyTurn(asked)).toBe(true);
  expect(isMyTurn({ ...asked, offers: {} })).toBe(false);
});

test("an offer that is told again stays the same object, so that what is being placed stays", () => {
  const before = { blue: told(), white: told() };
  const again = keptOffers(before, { blue: told(), white: told() });
  expect(again["blue"]).toBe(before.blue);
  expect(again["white"]).toBe(before.white);
});

test("another offer takes its place, and one that is over is gone", () => {
  const before = { blue: told(), white: told() };
  const fewer = { ...told(), placements: offer.placements.slice(1) };
  const now = keptOffers(before, { blue: fewer, yellow: told() });
  expect(Object.keys(now)).toEqual(["blue", "yellow"]);
  expect(now["blue"]).toBe(fewer);
});
