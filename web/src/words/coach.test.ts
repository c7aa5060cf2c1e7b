import { beforeEach, describe, expect, test } from "vitest";
import { edition, GAMES } from "../model/fixtures/fixtures";
import type { Topic, TopicId } from "../model/coach";
import { recorded } from "../model/source";
import { replayed } from "../model/timeline";
import { coachWords } from "./coach";
import { LANGUAGES, speak, speakAlso } from "./words";

const SITES = [
  { site: "church", mark: 1, cubes: 4 },
  { site: "mill", mark: 2, cubes: 0 },
  { site: "redoubt", mark: -1, cubes: 3 },
];

// One of each, with numbers that are nowhere else; whoever adds a topic adds it here.
const EACH: { [I in TopicId]: Extract<Topic, { id: I }> } = {
  end: { id: "end", mine: 71, best: 68, outcome: "won", solo: false },
  unable: { id: "unable" },
  snow: { id: "snow", level: 1, sites: SITES, points: 17 },
  covered: { id: "covered", depth: 1, next: SITES },
  complete: { id: "complete", site: "mill", who: "can", by: "white", disk: 13 },
  due: { id: "due", shape: "beam", colour: "blue" },
  fille: { id: "fille", points: 11 },
  coureur: { id: "coureur", by: "white", points: 11, half: 5 },
  huron: { id: "huron", percent: 33 },
  near: { id: "near", percent: 33, worth: -7, mine: 71, best: 68, solo: false },
  odds: { id: "odds", percent: 33, level: 2, sites: SITES, worth: 17 },
  bonus: { id: "bonus", shape: "beam", cubes: 3, best: 11 },
  winter: { id: "winter", cubes: 2, points: 11 },
  links: { id: "links", by: null, fresh: 2, linked: 9 },
  scored: { id: "scored", points: 11, solo: false },
  site: { id: "site", site: "mill" },
  display: { id: "display", shapes: 3 },
  support: { id: "support", resting: 118 },
  stick: { id: "stick", level: 1, sites: SITES },
  poses: { id: "poses", ways: 118, best: 11 },
  block: { id: "block", shape: "eel", blocks: 4, colour: "blue" },
  alone: { id: "alone", sites: [{ site: "mill", colour: "yellow" }] },
  draw: { id: "draw", one: true },
};
const [table, alone] = GAMES.map(({ told }) => recorded(edition, replayed(told)).getState()!);

const numbers = (value: unknown): string[] =>
  typeof value === "number"
    ? [String(Math.abs(value))]
    : Array.isArray(value)
      ? value.flatMap(({ mark }: { mark?: number }) => numbers(mark))
      : [];

describe.each(Object.keys(LANGUAGES))("%s", (language) => {
  beforeEach(async () => {
    await speak(language);
    await speakAlso("table", "aside");
  });

  test.each(Object.values(EACH))("$id is said with its numbers", (topic) => {
    for (const at of [table!, alone!]) {
      const said = coachWords(topic, at, false);
      expect(said.length).toBeGreaterThan(30);
      for (const number of Object.values(topic).flatMap(numbers)) expect(said).toContain(number);
    }
  });
});
