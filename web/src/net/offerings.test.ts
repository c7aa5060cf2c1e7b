import { expect, test } from "vitest";
import { inOrder } from "./offerings";

test("bots come from the weakest to the strongest, and none is lost", () => {
  expect(inOrder(["random", "greedy", "ingenieur", "apprenti", "maitre", "artisan", "mine"])).toEqual([
    "random",
    "apprenti",
    "greedy",
    "artisan",
    "maitre",
    "ingenieur",
    "mine",
  ]);
  expect(inOrder(["greedy"])).toEqual(["greedy"]);
});
