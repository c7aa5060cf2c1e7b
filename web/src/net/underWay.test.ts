// What waits for requests waits for all of them, and only for them.

import { expect, test } from "vitest";
import { UnderWay } from "./underWay";

function asked(under: UnderWay): (fine: boolean) => void {
  let end: (fine: boolean) => void = () => undefined;
  under.add(new Promise((done) => (end = done)));
  return end;
}

test("where nothing is under way nobody waits", async () => {
  expect(await new UnderWay().settled()).toBe(true);
});

test("a refusal stops whoever waits already, and nobody after it", async () => {
  const under = new UnderWay();
  const refuse = asked(under);
  const waiting = under.settled();
  refuse(false);
  expect(await waiting).toBe(false);
  expect(await under.settled()).toBe(true);
});

test("what is asked while somebody waits is waited for as well", async () => {
  const under = new UnderWay();
  const first = asked(under);
  const order: string[] = [];
  const waiting = under.settled().then(() => order.push("went on"));
  const second = asked(under);
  first(true);
  await new Promise((done) => setTimeout(done));
  order.push("second");
  second(true);
  await waiting;
  expect(order).toEqual(["second", "went on"]);
});
