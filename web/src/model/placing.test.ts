// Placing, held against positions of the Python library: what the page works out itself must be what the server says.

import { describe, expect, test } from "vitest";
import { edition, POSITIONS } from "./fixtures/fixtures";
import { counted } from "./asked";
import { coming, comingTo, orientationOf, orientations, type Placeable } from "./placing";

const orientationsOf = (block: string) => orientations(edition.drawing(edition.shapeOf(block)));

/** Each block on each column in each orientation, also those that stick out. */
function* drops(placing: Placeable) {
  for (const block of placing.blocks)
    for (const orientation of orientationsOf(block))
      for (const site of edition.sites)
        for (const [x, y] of edition.columns(site)) yield placing.drop(block, orientation, site, x, y);
}

test("a block has 24 orientations, a straight one 6, a single cube 1", () => {
  expect(orientationsOf("plow-white")).toHaveLength(24);
  expect(orientationsOf("beam-white")).toHaveLength(6);
  expect(orientationsOf("peg-white")).toHaveLength(1);
});

describe.each(POSITIONS)("$name", ({ game, position, offer, coming: expected, built, placing }) => {
  const ids = offer.placements.flatMap((group) => group.ids);

  test("is ranked by points now, or by what hints say it is worth", () => {
    const first = placing.ranked(placing.legal, null).map((legal) => placing.worth(legal));
    expect(first).toEqual([...first].sort((one, other) => other - one));
    const worths = new Map(ids.map((id) => [id, (id * 7919) % 101]));
    const weighed = placing.ranked(placing.legal, worths).map(({ id }) => worths.get(id)!);
    expect(weighed).toEqual([...weighed].sort((one, other) => other - one));
    expect(weighed).toHaveLength(ids.length);
  });

  test("offers something, and each offer once", () => {
    expect(ids.length).toBeGreaterThanOrEqual(50);
    expect(placing.legal.map((legal) => legal.id).sort()).toEqual([...new Set(ids)].sort());
  });

  test("a legal placement dropped at its anchor rests where the server says", () => {
    for (const legal of placing.legal) {
      const [x, y] = legal.cubes[0]!;
      const ghost = placing.drop(legal.block, orientationOf(legal.cubes), legal.site, x, y);
      expect(ghost.legal?.id).toBe(legal.id);
      expect(ghost.cubes).toEqual(legal.cubes);
      expect(ghost.why).toBeNull();
    }
  });

  test("turning and dropping reach every legal placement, and say truly why all others are refused", () => {
    const reached = new Set<number>();
    const wrong: string[] = [];
    for (const ghost of drops(placing)) {
      if (ghost.legal) reached.add(ghost.legal.id);
      const outside = ghost.cubes.some(([x, y]) => !edition.inPlan(ghost.site, x, y));
      const high = ghost.cubes.some((cell) => cell[2] > edition.levels);
      const elsewhere = (position.solo?.required_site ?? ghost.site) !== ghost.site;
      const why = ghost.legal ? null : outside ? "outside" : high ? "high" : elsewhere ? "site" : "falls";
      if (ghost.why !== why) wrong.push(`${ghost.block} ${ghost.site} ${ghost.cubes.join(" ")}: ${ghost.why}`);
    }
    expect(wrong).toEqual([]);
    expect([...reached].sort()).toEqual([...ids].sort());
  });

  test("the cubes that count are as many as the points", () => {
    let counted = 0;
    for (const group of offer.placements)
      group.ids.forEach((id, number) => {
        const placed = edition.placement(id);
        const earned = group.challenges[String(id)] ?? [];
        for (const [colour, points] of Object.entries(group.gain)) {
          const own = position.solo === null ? placing.seat : edition.site(placed.site).solo_colour;
          const extra = colour === own ? earned.length * edition.told.solo.challenge_points : 0;
          const cells = built[placed.site]!.counting(
            placed.cubes,
            edition.coloursOf(placed.block),
            colour,
            position.snow,
          );
          expect(cells.length, `${id} ${colour}`).toBe(points[number]! - extra);
          counted += cells.length;
        }
      });
    expect(counted).toBeGreaterThan(0);
  });

  test("what comes with the snow is what the library says", () => {
    expect(Object.keys(expected)).toHaveLength(50);
    for (const [id, marks] of Object.entries(expected)) {
      const placed = edition.placement(Number(id));
      const snowfalls = coming(edition, position, edition.marks(game.sticks[placed.site]!), placed);
      const sums = edition.colours.map((colour): [string, number] => [colour, comingTo(snowfalls, colour)]);
      expect(Object.fromEntries(sums.filter(([, points]) => points)), id).toEqual(marks);
      // Each cube is told of with the snowfall that counts it.
      const levels = new Set(
        placed.cubes.map(([, , level]) => level).filter((level) => level > counted({ edition, position })),
      );
      expect(
        snowfalls.map(({ level }) => level),
        id,
      ).toEqual([...levels].filter((level) => level <= edition.levels).sort());
    }
    expect(Object.values(expected).some((marks) => Object.keys(marks).length > 0)).toBe(true);
  });

  test("the columns that glow are those with a pose over them, and pointing at one shows one", () => {
    for (const block of placing.blocks)
      for (const site of edition.sites) {
        const glowing = placing.columns(block, site);
        for (const [x, y] of edition.columns(site)) {
          const ghost = placing.at(block, site, x, y, null);
          expect(glowing.has(`${x},${y}`)).toBe(ghost !== null);
          if (!ghost) continue;
          expect(ghost.legal).not.toBeNull();
          const over = placing.over(block, site, x, y);
          const [standing, reaching] = [true, false].map((on) =>
            over.filter((legal) => placing.standsOn(legal, x, y) === on),
          );
          expect(over).toEqual([...standing!, ...reaching!]);
          for (const group of [standing!, reaching!]) {
            const worths = group.map((legal) => placing.worth(legal));
            expect(worths).toEqual([...worths].sort((one, other) => other - one));
          }
        }
      }
  });

  test("a block that is pointed somewhere stands on that column, however it was turned, wherever one can", () => {
    let [stood, hung] = [0, 0];
    for (const block of placing.blocks)
      for (const site of edition.sites)
        for (const [x, y] of edition.columns(site)) {
          const top = built[site]!.height(x, y) + 1;
          const on = (cubes: readonly (readonly number[])[]) =>
            cubes.some((cube) => cube[0] === x && cube[1] === y && cube[2] === top);
          const there = placing.legal.filter((legal) => legal.block === block && legal.site === site);
          const can = there.some(({ cubes }) => on(cubes));
          for (const turnedAs of [null, ...orientationsOf(block)]) {
            const ghost = placing.at(block, site, x, y, turnedAs);
            if (!ghost) continue;
            expect(on(ghost.cubes), `${ghost.cubes.join(" ")} over ${site} ${x},${y}`).toBe(can);
            // As it was turned, where it can stand there so.
            const alike = there.find(
              ({ cubes }) => on(cubes) && String(orientationOf(cubes)) === String(turnedAs ?? orientationOf(cubes)),
            );
            if (can && turnedAs && alike) expect(orientationOf(ghost.cubes)).toEqual(turnedAs);
            if (can) stood++;
            else hung++;
          }
        }
    expect(stood).toBeGreaterThan(1000);
    expect(hung).toBeLessThan(stood);
  });

  test("there is a reason wherever a block cannot stand", () => {
    const whys = new Set<string>();
    for (const block of placing.blocks)
      for (const site of edition.sites)
        for (const [x, y] of edition.columns(site))
          if (!placing.at(block, site, x, y, null)) whys.add(placing.whyNot(block, site, x, y));
    expect([...whys]).not.toContain("other");
  });

  test("the next pose goes round all poses over a column", () => {
    const legal = placing.legal[0]!;
    const [x, y] = legal.cubes[0]!;
    const all = placing.over(legal.block, legal.site, x, y);
    let ghost = placing.ghost(all[0]!);
    const round = all.map(() => (ghost = placing.next(ghost, x, y)).legal!.id);
    expect([...round].sort()).toEqual(all.map((it) => it.id).sort());
    expect(ghost.legal!.id).toBe(all[0]!.id);
    expect(placing.next(ghost, x, y, -1).legal!.id).toBe(all.at(-1)!.id);
  });

  test("another block of the shape can be swapped in, the cells kept", () => {
    for (const legal of placing.legal.filter((_, number) => number % 9 === 0))
      for (const block of placing.blocks) {
        if (edition.shapeOf(block) !== legal.shape) continue;
        const swapped = placing.swapped(placing.ghost(legal), block);
        expect(swapped.legal?.block).toBe(block); // the same cells carry every block of the shape
        expect(swapped.cubes.map(String).sort()).toEqual(legal.cubes.map(String).sort());
      }
  });
});

test("some position has a challenge above the last level, one is under snow, one must build on a site", () => {
  expect(POSITIONS.some(({ placing }) => placing.legal.some((legal) => legal.challenges.length > 0))).toBe(true);
  expect(POSITIONS.some(({ placing }) => placing.legal.some((legal) => legal.cubes.some((cell) => cell[2] > 3)))).toBe(
    true,
  );
  expect(POSITIONS.some(({ position }) => position.snow > 0)).toBe(true);
  expect(POSITIONS.some(({ position }) => position.solo?.snowing)).toBe(true);
  expect(POSITIONS.some(({ position }) => position.solo?.required_site)).toBe(true);
});
