import { expect, test, vi } from "vitest";
import type { Action, Snapshot } from "../protocol";
import { edition, POSITIONS } from "./fixtures/fixtures";
import { NotNow, recorded, scripted } from "./source";

const at = (seq: number): Snapshot => {
  const { game, position, seat, offer } = POSITIONS[seq % POSITIONS.length]!;
  return { seq, game, position, you: [seat], offers: { [seat]: offer } } as unknown as Snapshot;
};
const moments = { length: 5, at: (moment: number) => ({ snapshot: at(moment), log: [] }) };

test("a recorded game can be gone to any moment of, and no further", () => {
  const source = recorded(edition, moments);
  const heard = vi.fn();
  const stop = source.subscribe(heard);
  const seen = [0, 3, 1, 1, -4, 99].map((moment) => {
    source.seek(moment);
    return source.getState()!.snapshot.seq;
  });
  expect(seen).toEqual([0, 3, 1, 1, 0, 4]);
  expect(source.moment()).toBe(4);
  expect(heard).toHaveBeenCalledTimes(4); // to go where one is already is no news
  stop();
  source.seek(2);
  expect(heard).toHaveBeenCalledTimes(4);
});

test("what stands on the sites is that of the moment", () => {
  const source = recorded(edition, moments);
  for (const [moment, { position }] of POSITIONS.entries()) {
    source.seek(moment);
    for (const [site, blocks] of Object.entries(position.buildings))
      expect(source.getState()!.built[site]!.blocks).toEqual(blocks);
  }
});

test("where the same blocks stand as before, a building stays the same object", () => {
  const source = recorded(edition, {
    length: 2,
    at: (moment) => ({ snapshot: structuredClone(at(moment ? 4 : 0)), log: [] }),
  });
  const before = source.getState()!;
  source.seek(1); // the same position once more, told anew
  expect(source.getState()!.snapshot.position).not.toBe(before.snapshot.position);
  for (const site of edition.sites) expect(source.getState()!.built[site]).toBe(before.built[site]);
});

test("a script leads on by what it waits for, by nothing else, and not beyond its end", async () => {
  const { seat, offer } = POSITIONS[0]!;
  const legal = POSITIONS[0]!.placing.legal.slice(0, 2);
  const [wanted, other] = legal.map(
    ({ do: what, block, site, cubes }): Action => ({ by: seat, do: what, block, site, cubes }),
  ) as [Action, Action];
  const { source, hand, step } = scripted(edition, [
    { snapshot: at(0), leadsOn: (action) => action === wanted },
    { snapshot: at(0) },
  ]);
  expect(hand.seats()).toEqual([seat]);
  expect(hand.offer(seat)).toBe(offer);
  await expect(hand.play(other)).rejects.toThrow(NotNow);
  await expect(hand.play({ by: seat, do: "draw" })).rejects.toThrow(NotNow);
  expect(step()).toBe(0);
  const before = source.getState();
  await hand.play(wanted);
  expect(step()).toBe(1);
  expect(source.getState()).not.toBe(before);
  await expect(hand.play(wanted)).rejects.toThrow(NotNow);
});
