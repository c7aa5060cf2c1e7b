// A figure of the rulebook, as its board shows it step by step.

import { expect, test } from "vitest";
import { buildings } from "./building";
import { cardsAt, litAt, momentOf, moments, opening } from "./figure";
import { edition, FIGURES } from "./fixtures/fixtures";

const shown = (id: keyof typeof FIGURES, at: number) => {
  const moment = momentOf(edition, FIGURES[id], at);
  const built = buildings(edition, moment.position);
  return { ...moment, built, lit: litAt(moment, built) };
};

test("a refused step leaves the position and shows in red what was tried", () => {
  const figure = FIGURES["from-above"];
  expect(moments(figure)).toBe(4);
  expect(opening(figure)).toBe(1);
  const { ghost, position, lit } = shown("from-above", 1);
  expect(ghost).toMatchObject({ block: "cannon-white", site: "mill", legal: null, why: "other" });
  expect(position.buildings).toEqual(figure.first.buildings);
  expect(lit).toEqual([]);
});

test("a step that is done lights the cubes that score", () => {
  const { ghost, step, lit } = shown("from-above", 3);
  expect(ghost).toBeNull();
  expect(lit).toHaveLength(1);
  expect(lit[0]!.cells).toHaveLength(step!.gain["white"]!);
});

test("SOL-5: what Winter leaves for something better is no mistake, and lights what it would score", () => {
  for (const at of [1, 2]) {
    const { ghost, step, lit } = shown("winter-example", at);
    expect(step!.refused?.rule).toBe("SOL-5");
    expect(ghost!.legal).not.toBeNull();
    expect(lit[0]!.cells).toHaveLength(step!.gain["white"]!);
  }
  expect(shown("winter-example", 3).ghost).toBeNull();
  expect(cardsAt(FIGURES["winter-example"], 0)).toEqual({ cards: ["cannon", "weathercock", "square"], next: false });
});

test("a snowfall lights the level that it counts, at every site", () => {
  const { step, lit } = shown("example-snowfall", 1);
  const fell = step!.events.find((event) => event.event === "snow_fell")!;
  for (const { site, cubes } of fell.sites) {
    const cells = lit.find((it) => it.site === site)!.cells;
    expect(cells).toHaveLength(Object.values(cubes).reduce((sum, count) => sum + count));
    expect(new Set(cells.map(([, , level]) => level))).toEqual(new Set([1]));
  }
});

test("ALY-4: the cards that were looked at, and as they are put back", () => {
  const figure = FIGURES.huron;
  expect(cardsAt(figure, 0)).toEqual({ cards: ["plow", "stairs"], next: false });
  expect(cardsAt(figure, 1)).toEqual({ cards: ["eel", "snow", "cross"], next: true });
  expect(cardsAt(figure, 2)).toEqual({ cards: ["cross", "eel", "snow"], next: true });
});

test("a figure without steps is what it is", () => {
  const figure = FIGURES["plan-mill"];
  expect([moments(figure), opening(figure), cardsAt(figure, 0)]).toEqual([1, 0, null]);
  expect(shown("plan-mill", 0)).toMatchObject({ step: null, ghost: null, lit: [] });
});
