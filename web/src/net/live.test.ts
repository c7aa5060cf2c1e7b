import { expect, test } from "vitest";
import type { Offer } from "../protocol";
import { POSITIONS } from "../model/fixtures/fixtures";
import { keptOffers } from "./live";

const { offer } = POSITIONS[0]!;
const told = (): Offer => structuredClone(offer);

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
