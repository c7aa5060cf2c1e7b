// What a coach speaks of is true of the position, and speaks of everything there is.

import { describe, expect, test } from "vitest";
import type { Cell, Snapshot } from "../protocol";
import { cellKey } from "./building";
import { edition, GAMES, POSITIONS } from "./fixtures/fixtures";
import { ABOUT, topics, type Topic, type TopicId } from "./coach";
import { recorded, type Table } from "./source";
import { replayed } from "./timeline";

/** A position of the library, at which its seat is asked. */
const tables = POSITIONS.map(({ name, game, position, seat, offer, built }) => {
  const offers = { [seat]: offer };
  const snapshot = { position, game, offers, foresight: {}, options: { rules: game.rules }, status: "playing" };
  const table: Table = { edition, built, log: [], snapshot: snapshot as unknown as Snapshot };
  return { name, seat, table, offer, position };
});

const about = <I extends TopicId>(found: readonly Topic[], id: I) =>
  found.find((topic): topic is Extract<Topic, { id: I }> => topic.id === id);

/** Every moment of the games that were played, for every seat. */
function* moments(): Generator<{ table: Table; seat: string; solo: boolean }> {
  for (const { told } of GAMES) {
    const solo = told.game.mode === "solo";
    const source = recorded(edition, replayed(told));
    for (let moment = 0; moment < source.length; moment++) {
      source.seek(moment);
      for (const seat of solo ? ["player"] : told.game.seats) yield { table: source.getState()!, seat, solo };
    }
  }
}

test("there are moments to speak of", () => {
  expect([...moments()].length).toBeGreaterThan(300);
  expect(tables.map(({ name }) => name)).toEqual(["early", "late", "solo", "due"]);
});

test("what happened is told with the numbers of what happened", () => {
  const spoken = new Set<TopicId>();
  for (const { table, seat, solo } of moments()) {
    const found = topics(table, seat);
    for (const topic of found) spoken.add(topic.id);
    const events = table.log.at(-1)?.events ?? [];
    const over = table.snapshot.position!.result !== null;
    for (const event of over ? [] : events)
      if (event.event === "snow_fell") {
        const said = about(found, "snow")!;
        const colour = (site: string) => (solo ? edition.site(site).solo_colour : seat);
        const counted = event.sites.reduce((sum, it) => sum + (it.cubes[colour(it.site)] ?? 0) * it.mark, 0);
        expect(said).toMatchObject({ level: event.level, points: counted });
        expect(said.sites.reduce((sum, it) => sum + it.cubes * it.mark, 0)).toBe(counted);
      } else if (event.event === "placed" && event.by === seat) {
        const own = solo ? edition.site(event.site).solo_colour : seat;
        const scored = event.scored.find((it) => it.colour === own);
        const [fresh, linked] = [scored?.new.length ?? 0, scored?.linked.length ?? 0];
        if (linked) expect(about(found, "links")).toMatchObject({ by: null, fresh, linked });
        else expect(about(found, "scored")).toMatchObject({ points: fresh });
      } else if (event.event === "completed" && event.by === seat)
        expect(about(found, "complete")).toMatchObject({ site: event.site, who: solo ? "alone" : "mine" });
  }
  expect([...spoken].sort()).toEqual(["complete", "end", "links", "scored", "snow", "winter"]);
});

test("at the end nothing else is spoken of, and the points are those of the result", () => {
  let ends = 0;
  for (const { table, seat, solo } of moments()) {
    const { result } = table.snapshot.position!;
    if (!result) continue;
    const [end, ...others] = topics(table, seat);
    expect(others).toEqual([]);
    const won = result.winners.includes(seat);
    expect(end).toMatchObject({
      id: "end",
      solo,
      outcome: won ? (result.winners.length > 1 ? "shared" : "won") : "lost",
    });
    if (!solo) expect(end).toMatchObject({ mine: result.scores[seat] });
    ends++;
  }
  expect(ends).toBe(4);
});

describe.each(tables)("$name", ({ table, seat, offer, position }) => {
  const placing = offer.do.includes("place");

  test("the ways of a block are those that are offered", () => {
    const [group] = offer.placements;
    const ways = offer.placements
      .filter(({ block }) => block === group!.block)
      .reduce((sum, { ids }) => sum + ids.length, 0);
    const poses = about(topics(table, seat, group!.block), "poses");
    expect(poses?.ways).toBe(placing ? ways : undefined);
    expect(about(topics(table, seat), "poses")).toBeUndefined();
  });

  test("a block is spoken of until one is in the hand", () => {
    const block = about(topics(table, seat), "block");
    expect(block?.blocks).toBe(placing ? position.stock[block!.shape]!.length : undefined);
    expect(about(topics(table, seat, offer.placements[0]!.block), "block")).toBeUndefined();
  });

  test("what rests on blocks is counted", () => {
    const said = about(topics(table, seat), "support");
    if (said) {
      const all = offer.placements.flatMap(({ ids }) => ids).map((id) => edition.placement(id));
      const under = (site: string, [x, y, level]: Cell) => table.built[site]!.at.has(cellKey([x, y, level - 1]));
      expect(said.resting).toBe(all.filter(({ site, cubes }) => cubes.some((cell) => under(site, cell))).length);
    }
    expect(about(topics(table, seat), "due") !== undefined).toBe(position.phase === "due");
  });
});

/** The late position at the beginning of its seat's turn, as it would be with other cards and snow. */
function turn(
  change: Partial<Snapshot["position"] & object>,
  more: Partial<(typeof tables)[number]["offer"]> = {},
  seen: Snapshot["foresight"][string] = [],
) {
  const { table, seat, offer } = tables[1]!;
  const { position } = table.snapshot;
  const snapshot = {
    ...table.snapshot,
    position: { ...position!, phase: "turn" as const, ...change },
    offers: { [seat]: { ...offer, do: ["draw" as const], placements: [], ...more } },
    foresight: { [seat]: seen },
  };
  return { found: topics({ ...table, snapshot }, seat), table, seat };
}

test("snow is spoken of when it may come, and the end when it may be the last", () => {
  const { game } = tables[1]!.table.snapshot;
  // Three cards of the pile with the second snowflake are left, and all piles below it.
  const below = game!.piles.slice(4).reduce((sum, pile) => sum + pile.cards, 0);
  const { found, table, seat } = turn({ snow: 1, snow_may_come: true, deck: below + 3 });
  const odds = about(found, "odds")!;
  expect(odds).toMatchObject({ percent: 33, level: 2 });
  const cubes = odds.sites.map(
    ({ site }) => table.built[site]!.cubes.filter((cube) => cube.colour === seat && cube.cell[2] === 2).length,
  );
  expect(odds.sites.map((it) => it.cubes)).toEqual(cubes);
  expect(about(turn({ snow: 1, snow_may_come: false, deck: below }).found, "odds")).toBeUndefined();
  // Whoever has seen that the next card is none is not warned of it (ALY-4).
  const known = (card: string) =>
    turn({ snow: 1, snow_may_come: true, deck: below + 3 }, {}, [{ size: 1, cards: [card] }]).found;
  expect(about(known("eel"), "odds")).toBeUndefined();
  expect(about(known("snow"), "odds")).toMatchObject({ percent: 100 });
  const last = turn({ snow: 2, snow_may_come: true, deck: 2 });
  expect(about(last.found, "near")).toMatchObject({ percent: 50, mine: table.snapshot.position!.scores[seat] });
  expect(about(last.found, "odds")).toBeUndefined();
});

test("a bonus block is spoken of when snow may take it", () => {
  const { seat } = tables[1]!;
  const bonus = { do: "bonus" as const, block: `beam-${seat}`, site: "mill", ids: [0], gain: { [seat]: [3] } };
  const more = { do: ["draw" as const, "bonus" as const], placements: [{ ...bonus, completes: [], challenges: {} }] };
  expect(about(turn({ snow_may_come: false }, more).found, "bonus")).toBeUndefined();
  expect(about(turn({ snow: 2, snow_may_come: true, deck: 2 }, more).found, "bonus")).toMatchObject({
    cubes: 3,
    best: 3,
  });
});

test("allies, and being unable, are spoken of where they are offered", () => {
  const ask = (kind: "fille" | "coureur" | "unable") => turn({ points: 5 }, { do: [kind, "decline"] }).found;
  expect(about(ask("fille"), "fille")).toMatchObject({ points: 5 });
  expect(about(ask("coureur"), "coureur")).toMatchObject({ points: 5, half: 2 });
  expect(about(ask("unable"), "unable")).toBeDefined();
});

test("every topic has a rule and a place", () => {
  for (const { rule, at } of Object.values(ABOUT)) {
    expect(rule).toMatch(/^[A-Z]+-\d+$/);
    expect(["actions", "cards", "picture", "track"]).toContain(at);
  }
});
