import { expect, test } from "vitest";
import pl from "./pl.json";
import { language, speak, speakAlso, t, tAny } from "./words";

test("Polish counts as Poles do", async () => {
  await speak("pl");
  await speakAlso("table");
  const counted = [0, 1, 2, 4, 5, 12, 14, 21, 22, 25, 112, 122].map((count) => t("players.points", { count }));
  expect(counted.map((text) => text.split(" ")[1])).toEqual(
    "punktów punkt punkty punkty punktów punktów punktów punktów punkty punktów punktów punkty".split(" "),
  );
  expect(t("players.points", { count: 1.5 })).toBe("1,5 punktu");
});

test("another language is spoken from when it is there", async () => {
  await speak("en");
  const french = speak("fr");
  expect(language()).toBe("en");
  await french;
  expect(language()).toBe("fr");
  expect(t("dialog.close")).toBe("Fermer");
});

test("a shelf that was asked for is there in every language", async () => {
  await Promise.all([speak("en"), speakAlso("table"), speakAlso("aside")]);
  await speak("pl");
  expect(t("dialog.close")).toBe("Zamknij");
  expect(t("journal.log")).toBe(pl["journal.log"]);
  expect(t("story.title")).toBe(pl["story.title"]);
});

test("a key that is put together falls back", async () => {
  await speak("en");
  expect(tAny("bot.random", "bot.other", { id: "random" })).toBe("Dreamer");
  expect(tAny("bot.stranger", "bot.other", { id: "stranger" })).toBe("stranger");
});
