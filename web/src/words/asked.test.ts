import { beforeEach, describe, expect, test } from "vitest";
import book from "../../../src/nouvelle_france/rulebook/text/en.md?raw";
import { marksOf, piecesOf, snowAhead, type Open, type Thing } from "../model/asked";
import { buildings } from "../model/building";
import { edition, GAMES } from "../model/fixtures/fixtures";
import type { Table } from "../model/source";
import { replayed, type Timeline } from "../model/timeline";
import { answer } from "./asked";
import { colourName, seatName } from "./names";
import { capital, LANGUAGES, signed, speak, speakAlso } from "./words";

function tableAt(timeline: Timeline, moment: number): Table {
  const { snapshot, log } = timeline.at(moment);
  return { edition, snapshot, built: buildings(edition, snapshot.position!), log };
}

/** Tables of both modes, at their beginning, in their middle and at their end. */
const TABLES: [string, Table][] = GAMES.flatMap(({ told }) => {
  const timeline = replayed(told);
  return [0, 0.2, 0.5, 0.8, 1].map((part): [string, Table] => [
    `${told.game.mode} ${part}`,
    tableAt(timeline, Math.floor(part * (timeline.length - 1))),
  ]);
});

/** Of each game the first table at which the next card may be snow, or not. */
const UNSURE: [string, Table][] = GAMES.map(({ told }) => {
  const timeline = replayed(told);
  const moment = Array.from({ length: timeline.length }, (_, it) => it).find(
    (it) => timeline.at(it).snapshot.position!.snow_may_come,
  )!;
  return [told.game.mode, tableAt(timeline, moment)];
});

/** All there is to ask about at a table. */
function things({ snapshot, built }: Table): Thing[] {
  const game = snapshot.game!;
  const position = snapshot.position!;
  const solo = game.mode === "solo";
  const bonus = edition.told.bonus.map((it) => it.id);
  return [
    { kind: "deck" },
    { kind: "snow" },
    { kind: "stock" },
    ...edition.told.shapes.map(({ id }): Thing => ({ kind: "card", shape: id })),
    ...edition.sites.flatMap((site): Thing[] => [
      { kind: "site", site },
      { kind: "disk", site },
      { kind: "standee", site },
      ...[null, 1, 2, 3].map((level): Thing => ({ kind: "stick", site, level })),
      ...built[site]!.cubes.map(({ cell: [x, y, level] }): Thing => ({ kind: "cube", site, x, y, level })),
      { kind: "cube", site, x: 0, y: 0, level: 0 },
    ]),
    ...Object.keys(position.scores).map((colour): Thing => ({ kind: "marker", colour })),
    ...(solo
      ? [
          ...edition.told.solo.challenges.map(({ id }): Thing => ({ kind: "challenge", id })),
          ...[0, 1, 2, 3].map((number): Thing => ({ kind: "turn", number })),
          ...piecesOf({ edition, game, position }).map(([shape]): Thing => ({ kind: "piece", shape })),
          ...bonus.map((shape): Thing => ({ kind: "bonus", shape, colour: "brown" })),
        ]
      : game.seats.flatMap((seat): Thing[] => [
          ...(["fille", "coureur", "huron"] as const).map((ally): Thing => ({ kind: "ally", seat, ally })),
          ...bonus.map((shape): Thing => ({ kind: "bonus", shape, colour: seat })),
        ])),
  ];
}

const RULES = new Set([...book.matchAll(/^### ([A-Z]+-\d+) /gm)].map(([, number]) => number));

describe.each(Object.keys(LANGUAGES))("%s", (language) => {
  beforeEach(async () => {
    await speak(language);
    await speakAlso("table");
  });

  test.each(TABLES)("everything on a table has an answer: %s", (_, table) => {
    for (const thing of things(table)) {
      const told = answer(thing, table)!;
      const name = JSON.stringify(thing);
      expect(told, name).not.toBeNull();
      expect(told.lines.length > 0 || table.snapshot.status === "over", name).toBe(true);
      for (const text of [told.title, ...told.lines]) expect(text, name).not.toMatch(/undefined|NaN|null|[{}]|^\s*$/);
      expect(RULES, name).toContain(told.rule);
      expect(new Set(told.lines).size, name).toBe(told.lines.length);
    }
  });

  test("a stick tells what its level counts at the next snowfall, and for whom", () => {
    for (const [, table] of TABLES.filter(([name]) => !name.endsWith(" 1"))) {
      const open = {
        edition,
        game: table.snapshot.game!,
        position: table.snapshot.position!,
        built: table.built,
      } as Open;
      for (const site of edition.sites) {
        const { level, mark, points } = marksOf(open, site).find((it) => it.when === "next")!;
        const [next, now] = answer({ kind: "stick", site, level: null }, table)!.lines;
        expect(next).toContain(String(level));
        expect(next).toContain(signed(mark));
        for (const [colour, sum] of points) expect(now).toContain(`${colourName(edition, colour)} ${signed(sum)}`);
      }
    }
  });

  test.each(UNSURE)("the chance of snow is the one of the cards: %s", (_, table) => {
    const { game, position } = table.snapshot;
    const { among } = snowAhead({ game: game!, position: position! })!;
    const [line] = answer({ kind: "snow" }, table)!.lines;
    expect(line).toContain(String(among));
    expect(line).toContain(String(Math.round(100 / among)));
  });

  test("a block tells who placed it", () => {
    const [, table] = TABLES.find(([name]) => name === "table 0.5")!;
    const { site, cell, by } = Object.values(table.built).flatMap((it) => it.cubes)[0]!;
    const told = answer({ kind: "cube", site, x: cell[0], y: cell[1], level: cell[2] }, table)!;
    expect(told.lines[0]).toContain(seatName(table.snapshot, by));
    expect(told.title).toBe(capital(told.title));
  });
});
