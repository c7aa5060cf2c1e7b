import { expect, test } from "vitest";
import { asKept, bringGames } from "./moving";

test("whatever a file says of seats, the front page can read it afterwards", () => {
  const said = {
    table: "elsewhere",
    title: 5,
    tokens: { white: ["key"], blue: "key" },
    at: "yesterday",
    over: "perhaps",
  };
  expect(asKept("A", said as never)).toMatchObject({ table: "A", title: "", tokens: { blue: "key" }, over: false });
  expect(asKept("A", {})).toMatchObject({ table: "A", title: "", tokens: {}, over: false });
  const whole = {
    table: "A",
    title: "Ours",
    tokens: { white: "key" },
    host: "host",
    invite: "invite",
    at: 7,
    over: true,
  };
  expect(asKept("A", whole)).toEqual(whole);
});

test.each(["", "{}", "[]", JSON.stringify({ format: "another", games: [] })])(
  "%j is no file of games",
  async (text) => {
    await expect(bringGames(text)).rejects.toMatchObject({ code: "bad_games" });
  },
);
