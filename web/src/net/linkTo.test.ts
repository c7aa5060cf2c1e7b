import { expect, test } from "vitest";
import { linkTo } from "./linkTo";

const NETWORK = "http://192.168.1.5:8608";

test.each(["http://localhost:8608/t/ABC", "http://127.0.0.1:8608/", "http://[::1]:8608/", "http://game.localhost/"])(
  "a link given away at %s leads to the network's address",
  (page) => {
    expect(linkTo("/t/ABC#join=x", page, NETWORK)).toBe("http://192.168.1.5:8608/t/ABC#join=x");
  },
);

test("elsewhere a link stays where the page is, and so it does without a network", () => {
  expect(linkTo("/t/ABC", "https://game.example/", NETWORK)).toBe("https://game.example/t/ABC");
  expect(linkTo("/t/ABC", "https://localhost.example/", NETWORK)).toBe("https://localhost.example/t/ABC");
  expect(linkTo("/t/ABC", "http://localhost:8608/t/X", null)).toBe("http://localhost:8608/t/ABC");
});
