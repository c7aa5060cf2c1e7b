// What is told of things must be what the rules then do: whole games made by the library are the judge.

import { describe, expect, test } from "vitest";
import type { GameEvent, Snapshot } from "../protocol";
import {
  allyOf,
  blockAt,
  bonusOf,
  cardOf,
  challengeOf,
  counted,
  deckOf,
  markerOf,
  marksOf,
  piecesOf,
  prizeOf,
  snowAhead,
  snowChance,
  turnOf,
  type Open,
} from "./asked";
import { buildings } from "./building";
import { edition, GAMES, POSITIONS } from "./fixtures/fixtures";
import { replayed } from "./timeline";

interface Moment {
  open: Open;
  snapshot: Snapshot;
  /** What the next action caused. */
  next: readonly GameEvent[];
  /** The cards that are drawn from now on. */
  cards: string[];
}

/** Every moment of a game but the last. */
function moments(game: (typeof GAMES)[number]): Moment[] {
  const timeline = replayed(game.told);
  const events = game.log.map((it) => it.events);
  return events.map((next, number) => {
    const { snapshot } = timeline.at(number);
    const position = snapshot.position!;
    const cards = events
      .slice(number)
      .flat()
      .flatMap((it) => (it.event === "drew" ? [it.card] : []));
    return {
      open: { edition, game: snapshot.game!, position, built: buildings(edition, position) },
      snapshot,
      next,
      cards,
    };
  });
}

test("ALY-4: whoever has seen the cards is told what they know, not the odds of the others", () => {
  const { game, position } = moments(GAMES.find((it) => it.told.game.mode !== "solo")!)[0]!.open;
  const [first, second] = game.piles;
  // Two cards of the first pile are left: the flake is one of the six of the second.
  const deck = game.piles.reduce((sum, pile) => sum + pile.cards, 0) - first!.cards + 2;
  const ahead = (...seen: [size: number, ...cards: string[]][]) => {
    const foresight = seen.map(([size, ...cards]) => ({ size, cards }));
    const facts = { game, position: { ...position, deck }, foresight };
    return { ...snowAhead(facts), chance: snowChance(facts) };
  };
  expect(ahead()).toMatchObject({ before: 2, among: second!.cards, chance: null });
  expect(ahead([1, "eel"], [1, "cross"], [1, "plow"])).toMatchObject({ before: 3, among: second!.cards - 1 });
  expect(ahead([1, "eel"], [1, "cross"], [1, "snow"])).toMatchObject({ before: 2, among: 1, chance: null });
  // Another has put them back in an order of their own: it is one of three, and of those two that can be it.
  expect(ahead([3, "eel", "plow", "snow"])).toMatchObject({ before: 2, among: 1 });
  // Some of what lies there is not known.
  expect(ahead([1, "eel"], [2, "cross"])).toMatchObject({ before: 2, among: second!.cards });
  const next = { game, position: { ...position, deck: deck - 2 } };
  expect(snowChance(next)).toBeCloseTo(1 / second!.cards);
  expect(snowChance({ ...next, foresight: [{ size: 1, cards: ["snow"] }] })).toBe(1);
  expect(snowChance({ ...next, foresight: [{ size: 1, cards: ["eel"] }] })).toBeNull();
});

describe.each(GAMES.map((game) => ({ name: game.told.game.mode, game })))("a whole game, $name", ({ game }) => {
  const all = moments(game);
  const solo = game.told.game.mode === "solo";

  test("SET-3, SOL-2: snow comes where it was said to lie", () => {
    let odds = 0;
    for (const { open, cards } of all) {
      const ahead = snowAhead(open)!;
      const at = cards.indexOf("snow");
      expect(at).toBeGreaterThanOrEqual(ahead.before);
      expect(at).toBeLessThan(ahead.before + ahead.among);
      expect(ahead.number).toBe(counted(open) + 1);
      expect(snowChance(open) !== null).toBe(open.position.snow_may_come);
      if (ahead.before === 0 && ahead.among > 1) odds++;
    }
    expect(odds).toBeGreaterThan(0);
  });

  test("CMP-3: as many cards are in the deck as was said", () => {
    for (const { open, cards } of all) {
      const { cards: left, shapes, snow } = deckOf(open);
      expect([left, snow]).toEqual([open.position.deck, cards.filter((it) => it === "snow").length]);
      const known = edition.told.shapes.map(({ id }) => [id, cardOf(open, id).deck] as const);
      expect(known.reduce((sum, [, deck]) => sum + deck, 0)).toBe(shapes);
      for (const [shape, deck] of known) {
        const drawn = cards.filter((it) => it === shape).length;
        if (solo)
          expect(drawn, shape).toBe(deck); // all cards come up (SOL-2)
        else expect(drawn, shape).toBeLessThanOrEqual(deck);
      }
    }
  });

  test("SNW-1, SOL-7: a snowfall counts what the sticks were said to", () => {
    let falls = 0;
    for (const { open, next } of all) {
      const fell = next.find((it) => it.event === "snow_fell");
      if (fell?.event !== "snow_fell") continue;
      falls++;
      for (const { site, mark, cubes } of fell.sites) {
        const told = marksOf(open, site).find((it) => it.when === "next")!;
        expect([told.level, told.mark]).toEqual([fell.level, mark]);
        const points = Object.entries(cubes).flatMap(([colour, count]) => (count ? [[colour, count * mark]] : []));
        expect(Object.fromEntries(told.points)).toEqual(Object.fromEntries(points));
      }
    }
    expect(falls).toBe(edition.levels);
  });

  test("END-1, SOL-11: before the last snow the markers are told where they will end", () => {
    const { open } = all.at(-1)!;
    const ends = edition.colours
      .filter((colour) => colour in game.scores)
      .map((colour) => {
        const { points, snow, disks } = markerOf(open, colour);
        return [colour, points + snow.reduce((sum, [, it]) => sum + it, 0) + disks];
      });
    expect(Object.fromEntries(ends)).toEqual(game.scores);
  });

  test("CMPL-1: a site is complete when no column is open", () => {
    for (const { open } of all)
      for (const site of edition.sites) {
        const { holder, open: left, columns } = prizeOf(open, site);
        expect(holder !== null, site).toBe(left === 0);
        expect(left).toBeLessThanOrEqual(columns);
      }
  });

  test("SCO-1: every block that stands is told with what it scored", () => {
    const { open, snapshot } = all.at(-1)!;
    const placed = game.log.flatMap((it) => it.events).filter((it) => it.event === "placed");
    for (const event of placed) {
      const [x, y, level] = event.cubes.at(-1)!;
      const block = blockAt(open, game.log, { site: event.site, x, y, level })!;
      expect([block.block, block.by]).toEqual([event.block, event.by]);
      expect(block.scored).toEqual(event.scored);
      expect(block.colours.reduce((sum, [, count]) => sum + count, 0)).toBe(event.cubes.length);
      expect(block.snowed).toBe(event.cubes.filter((cube) => cube[2] <= snapshot.position!.snow).length);
      expect(blockAt(open, [], { site: event.site, x, y, level })!.scored).toBeNull();
    }
    const [x, y] = edition.columns("mill")[0]!;
    expect(blockAt(open, game.log, { site: "mill", x, y, level: 9 })).toBeNull();
  });

  test("SOL-7: what the blocks were said to count at the coming snowfalls is what the sticks count in all", () => {
    for (const { open } of all)
      for (const site of edition.sites) {
        const sums: Record<string, number> = {};
        for (const { cubes } of open.built[site]!.blocks) {
          const [x, y, level] = cubes[0]!;
          for (const [colour, points] of blockAt(open, [], { site, x, y, level })!.later)
            sums[colour] = (sums[colour] ?? 0) + points;
        }
        for (const colour of edition.colours) {
          const ahead = marksOf(open, site)
            .filter((it) => it.when !== "counted")
            .reduce((sum, { points }) => sum + (points.find(([it]) => it === colour)?.[1] ?? 0), 0);
          expect(sums[colour] ?? 0, `${site} ${colour}`).toBe(ahead);
        }
      }
  });

  if (!solo)
    test("SNW-4: used tokens return when they were said to, and bonus blocks go", () => {
      let used = 0;
      all.forEach(({ open, next }, number) => {
        if (!next.some((it) => it.event === "snow_lies")) return;
        const after = all[number + 1]!.open;
        for (const seat of open.game.seats)
          for (const ally of ["fille", "coureur", "huron"] as const) {
            const { ready, returns } = allyOf(open, seat, ally);
            expect(returns).toBe(true);
            expect(allyOf(after, seat, ally).ready).toBe(true);
            if (!ready) used++;
          }
        for (const { id } of edition.told.bonus) {
          const { when } = bonusOf(open, id);
          expect(bonusOf(after, id).when).toBe(when === "later" ? bonusOf(after, id).when : "gone");
          if (when === "now") expect(after.position.bonus[id]).toEqual([]);
        }
      });
      expect(used).toBeGreaterThan(0);
      expect(allyOf(all.at(-1)!.open, game.told.game.seats[0]!, "fille").returns).toBe(false);
    });

  if (!solo)
    test("BON-1: a bonus block is placed in the stage it was said to be for", () => {
      const placed = all.flatMap(({ open, next }) =>
        next.flatMap((it) =>
          it.event === "placed" && it.bonus ? [bonusOf(open, edition.shapeOf(it.block)).when] : [],
        ),
      );
      expect([...new Set(placed)]).toEqual(["now"]);
    });

  if (solo)
    test("SOL-3, CHA-2: the turn of the cycle and its site are told as they are", () => {
      for (const { open, next } of all) {
        const { turn, required_site } = open.position.solo!;
        const facts = turnOf(open, turn)!;
        expect(facts.now).toBe(true);
        expect(facts.winter).toBe(open.position.active === "winter");
        if (required_site) expect([facts.site, facts.free]).toEqual([required_site, false]);
        const placed = next.find((it) => it.event === "placed");
        if (placed?.event === "placed" && !placed.bonus && required_site) expect(placed.site).toBe(facts.site);
      }
    });

  if (solo)
    test("CHA-7: a challenge is told as done from when it was earned", () => {
      let earned = 0;
      all.forEach(({ open, next }, number) => {
        for (const event of next.filter((it) => it.event === "challenge_earned")) {
          expect(challengeOf(open, event.challenge).done).toBe(false);
          expect(challengeOf(open, event.challenge).points).toBe(event.points);
          expect(challengeOf(all[number + 1]!.open, event.challenge).done).toBe(true);
          earned++;
        }
      });
      expect(earned).toBeGreaterThan(0);
    });
});

test("SOL-8: the markers that are told to be on their way to a piece are those that have not reached it", () => {
  const alone = [
    ...GAMES.flatMap((game) => (game.told.game.solo ? moments(game).map(({ open }) => open) : [])),
    ...POSITIONS.filter(({ game }) => game.solo).map((it): Open => ({ edition, ...it })),
  ];
  const reached = new Set<string>();
  for (const open of alone)
    for (const [shape, { at, ahead }] of piecesOf(open))
      for (const colour of edition.colours.filter((it) => it !== edition.told.solo.winter)) {
        const far = ahead.find(([it]) => it === colour)?.[1];
        if (open.position.solo!.reached[shape]!.includes(colour)) {
          expect(far).toBeUndefined();
          reached.add(shape);
        } else {
          expect(far).toBe(at - open.position.scores[colour]!);
          expect(far).toBeGreaterThan(0);
        }
      }
  expect(reached.size).toBeGreaterThan(0);
});

test("CHA-7: of challenges that want a number of blocks, only the player's own are counted", () => {
  const { game, position, built } = POSITIONS.find(({ name }) => name === "solo")!;
  const counting = edition.told.solo.challenges.filter((it) => !it.pose && !it.rectangle);
  for (const { id, site, shape } of counting) {
    const block = { block: `${shape}-white`, cubes: [] };
    const there = built[site]!.blocks.filter((it) => it.by === "player" && edition.shapeOf(it.block) === shape).length;
    const blocks = [...built[site]!.blocks, { by: "player", ...block }, { by: "winter", ...block }];
    const more = buildings(edition, { buildings: { ...position.buildings, [site]: blocks } });
    expect(challengeOf({ edition, game, position, built: more }, id).have).toBe(there + 1);
  }
  expect(counting.length).toBeGreaterThan(0);
  expect(challengeOf({ edition, game, position, built }, "belfry").have).toBeNull();
});

test("SOL-7: while a bonus block falls due in the snow, that level has been counted and is not covered", () => {
  const { game, position, built } = POSITIONS.find(({ name }) => name === "due")!;
  const open: Open = { edition, game, position, built };
  expect(counted(open)).toBe(position.snow + 1);
  expect(marksOf(open, "mill").map((it) => it.when)[position.snow]).toBe("counted");
});
