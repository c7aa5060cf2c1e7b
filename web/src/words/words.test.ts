import { expect, test, vi } from "vitest";
import { prefer } from "../settings/preferences";
import { language, speak, t, tAny, type Key } from "./words";

test("Polish counts as Poles do", async () => {
  await speak("pl");
  const counted = [0, 1, 2, 4, 5, 12, 14, 21, 22, 25, 112, 122].map((count) => t("players.points", { count }));
  expect(counted.map((text) => text.split(" ")[1])).toEqual(
    "punktów punkt punkty punkty punktów punktów punktów punktów punkty punktów punktów punkty".split(" "),
  );
  expect(t("players.points", { count: 1.5 })).toBe("1,5 punktu");
});

test("another language is spoken from when it is there", async () => {
  await speak("en");
  prefer({ language: "fr" });
  expect(language()).toBe("en");
  await vi.waitFor(() => expect(language()).toBe("fr"));
  expect(t("dialog.close")).toBe("Fermer");
});

test("a key that is put together falls back", async () => {
  await speak("en");
  expect(tAny("bot.random", "bot.other", { id: "random" })).toBe("Dreamer");
  expect(tAny("bot.stranger", "bot.other", { id: "stranger" })).toBe("stranger");
});

// Never run: the compiler holds that each of these is an error.
export function refused(either: "flat.level" | "dialog.close", key: Key, code: string): void {
  // @ts-expect-error no such text
  t("dialog.open");
  // @ts-expect-error it is told nothing
  t("dialog.close", { name: "" });
  // @ts-expect-error it must be told the level
  t("flat.level");
  // @ts-expect-error the level, by that name
  t("flat.level", { depth: 1 });
  // @ts-expect-error nothing more than the level
  t("flat.level", { level: 1, depth: 1 });
  // @ts-expect-error what is counted is a number
  t("players.points", { count: "3" });
  // @ts-expect-error one of the two needs the level
  t(either);
  // @ts-expect-error some text needs more
  t(key, { level: 1 });
  // @ts-expect-error some bot's name needs the id
  tAny(`bot.${code}`, "bot.random");
}
