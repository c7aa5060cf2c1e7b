import { expect, test } from "vitest";
import { worthKeeping, type Kept } from "./seats";

const kept = (number: number, over = false): Kept => ({
  table: `T${number}`,
  title: "",
  tokens: { blue: "key" },
  at: number,
  over,
});

test("a table that is still played is never dropped, however many came after it", () => {
  const tables = Array.from({ length: 80 }, (_, number) => kept(number));
  expect(worthKeeping(tables)).toHaveLength(80);
  expect(worthKeeping([kept(0), ...Array.from({ length: 80 }, (_, number) => kept(number + 1, true))])).toContainEqual(
    kept(0),
  );
});

test("of the games that are over, the latest are kept", () => {
  const over = Array.from({ length: 60 }, (_, number) => kept(number, true));
  const found = worthKeeping([...over, kept(100), kept(101)]);
  expect(found).toHaveLength(50);
  expect(found.map(({ at }) => at)).toEqual([101, 100, ...Array.from({ length: 48 }, (_, number) => 59 - number)]);
});
