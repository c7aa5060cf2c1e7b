import { expect, test } from "vitest";
import { inOrder } from "./offerings";

test("levels come first, from relaxed to strong, and no bot is lost", () => {
  expect(inOrder(["random", "greedy", "ingenieur", "apprenti", "maitre", "artisan", "mine"])).toEqual([
    "apprenti",
    "artisan",
    "maitre",
    "ingenieur",
    "random",
    "greedy",
    "mine",
  ]);
  expect(inOrder(["greedy"])).toEqual(["greedy"]);
});
