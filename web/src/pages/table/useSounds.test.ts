// Each thing that is to be heard is, in a whole game; and what is hidden from a seat makes no sound of its own.

import { expect, test } from "vitest";
import { GAMES } from "../../model/fixtures/fixtures";
import { soundOf } from "./useSounds";

const EVENTS = GAMES.flatMap(({ log }) => log).flatMap((it) => it.events);

test("cards, blocks, markers, snow and completed sites are heard", () => {
  const heard = new Set(EVENTS.flatMap(soundOf).map(([sound]) => sound));
  expect([...heard].sort()).toEqual(expect.arrayContaining(["card", "complete", "hop", "place", "wind"]));
});

test("a marker hops only where somebody scored", () => {
  const placed = EVENTS.filter((event) => event.event === "placed");
  for (const event of placed) expect(soundOf(event).some(([sound]) => sound === "hop")).toBe(event.scored.length > 0);
});

test("who looks at cards sounds the same to all", () => {
  const [open, closed] = [["snow"], null].map((cards) => soundOf({ event: "peeked", by: "white", cards }));
  expect(open).toEqual(closed);
});
