import { beforeEach, describe, expect, test } from "vitest";
import { edition } from "../../../model/fixtures/fixtures";
import type { HintTold, ReasonTold, Snapshot } from "../../../protocol";
import { LANGUAGES, speak, speakAlso } from "../../../words/words";
import { adviceWords, reasonWords, snowWords } from "./why";

const REASONS: ReasonTold["what"][] = [
  "now",
  "snow",
  "disk",
  "growth",
  "others",
  "white",
  "behind",
  "cards",
  "risk",
  "keep",
  "look",
  "order",
  "end",
  "least",
  "box",
];

describe.each(Object.keys(LANGUAGES))("%s", (language) => {
  beforeEach(async () => {
    await speak(language);
    await speakAlso("table");
  });

  test("every reason has words of its own, and those that go both ways have two", () => {
    const said = REASONS.map((what) => reasonWords([{ what, points: 3 }], false));
    expect(new Set(said).size).toBe(REASONS.length);
    for (const sentence of said) expect(sentence).toMatch(/^\p{Lu}.*[^.]\.$/u);
    for (const what of ["snow", "growth", "others", "white"] as const)
      expect(reasonWords([{ what, points: -3 }], false)).not.toBe(reasonWords([{ what, points: 3 }], false));
    expect(reasonWords([{ what: "disk", points: 10 }], true)).not.toBe(
      reasonWords([{ what: "disk", points: 10 }], false),
    );
  });

  test("several reasons are one sentence, with their numbers", () => {
    const sentence = reasonWords(
      [
        { what: "snow", points: -4 },
        { what: "now", points: 3 },
        { what: "growth", points: 1.5 },
      ],
      false,
    );
    for (const number of ["4", "3", language === "en" ? "1.5" : "1,5"]) expect(sentence).toContain(number);
    expect(sentence.match(/\./g)!.length).toBe(language === "en" ? 2 : 1);
    expect(reasonWords([], false)).toBe("");
  });

  test("what is advised is named", () => {
    const snapshot = {
      foresight: { white: [{ size: 1, cards: ["eel"] }] },
      position: { points: 5 },
    } as unknown as Snapshot;
    const hint = (action: object) => ({ action: { by: "white", ...action } }) as unknown as HintTold;
    const words = [
      { do: "place", block: "eel-white", site: "mill", cubes: [] },
      { do: "unable", shape: "eel", remove: "eel-white" },
      { do: "huron" },
      { do: "huron", order: [0] },
      { do: "fille" },
      { do: "coureur" },
      { do: "draw" },
    ].map((action) => adviceWords(hint(action), snapshot, edition));
    expect(new Set(words).size).toBe(words.length);
  });

  test("the odds of snow", () => {
    expect(snowWords({ level: 2, soonest: 3, latest: 9, chance: 0.25 })).toMatch(/2.*3.*9.*25/u);
    expect(snowWords({ level: 2, soonest: 3, latest: 9, chance: 0 })).not.toContain("%");
    expect(snowWords({ level: 2, soonest: 4, latest: 4, chance: 1 })).toContain("4");
  });
});
