// What something on the table is and what it will do, in sentences with the numbers of the position.

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
  stockLeft,
  turnOf,
  type MarkFacts,
  type Open,
  type Thing,
} from "../model/asked";
import type { Table } from "../model/source";
import { remembered } from "../model/table";
import type { Ally, Snapshot } from "../protocol";
import { blockName, challengeLine, colourName, seatName, shapeName, siteName } from "./names";
import { capital, named, signed, t } from "./words";

export interface Answer {
  title: string;
  lines: string[];
  /** The rule to read on with. */
  rule: string;
}

type Of<K extends Thing["kind"]> = Extract<Thing, { kind: K }>;

/** The answer at a table as it is now; null where there is no such thing any more. */
export function answer(thing: Thing, { edition, snapshot, built, log }: Table): Answer | null {
  const { game, position } = snapshot;
  if (!game || !position) return null;
  const open: Open = { edition, game, position, built, foresight: remembered(snapshot) };
  switch (thing.kind) {
    case "site":
      return site(thing, open, snapshot);
    case "stick":
      return stick(thing, open);
    case "disk":
      return {
        title: t("ask.disk.title", { site: siteName(edition, thing.site) }),
        lines: prize(open, snapshot, thing.site),
        rule: game.mode === "solo" ? "SOL-11" : "CMPL-2",
      };
    case "standee":
      return {
        title: capital(named(edition.site(thing.site).standee)),
        lines: [
          ...(position.standees[thing.site] ? [] : [t("ask.standee.free")]),
          ...prize(open, snapshot, thing.site),
        ],
        rule: "CMPL-1",
      };
    case "cube":
      return cube(thing, open, snapshot, log);
    case "deck": {
      const { cards, shapes, snow } = deckOf(open);
      return {
        title: t("deck.left", { count: cards }),
        lines: [t("ask.deck", { shapes, snow })],
        rule: deckRule(open),
      };
    }
    case "snow":
      return {
        title: t("deck.fallen", { fallen: counted(open), levels: edition.levels }),
        lines: snow(open),
        rule: deckRule(open),
      };
    case "stock":
      return {
        title: t("stock.title"),
        lines: [t("stock.lead"), t("ask.stock", { count: stockLeft(open) })],
        rule: "SET-5",
      };
    case "card": {
      const { stock, deck } = cardOf(open, thing.shape);
      return {
        title: capital(shapeName(edition, thing.shape)),
        lines: [t("ask.card.stock", { stock }), t("ask.card.deck", { deck })],
        rule: "TRN-3",
      };
    }
    case "ally":
      return ally(thing, open, snapshot);
    case "bonus":
      return bonus(thing, open);
    case "marker":
      return marker(thing, open, snapshot);
    case "piece":
      return piece(thing, open);
    case "challenge":
      return challenge(thing, open);
    case "turn":
      return turn(thing, open);
  }
}

/** How the solo deck lies differs from that of the table (SOL-2). */
const deckRule = ({ game }: Open): string => (game.mode === "solo" ? "SOL-2" : "SET-3");

/** "white +3, blue −1" */
function byColour(edition: Open["edition"], list: readonly [colour: string, points: number][]): string {
  return list.map(([colour, points]) => `${colourName(edition, colour)} ${signed(points)}`).join(", ");
}

/** "level 2 +5, level 3 −1" */
const byLevel = (list: readonly (readonly [level: number, points: number])[]): string =>
  list.map(([level, points]) => t("ask.level", { level, points: signed(points) })).join(", ");

// -- on the board ----------------------------------------------------------------------------------------------------

function times(mark: number): string {
  if (mark === 1) return t("ask.times.once");
  if (mark === 2) return t("ask.times.twice");
  return mark === -1 ? t("ask.times.loss") : t("ask.times.other", { mark });
}

function markLines(open: Open, { level, mark, when, points }: MarkFacts): string[] {
  return [
    t(`ask.stick.${when}`, { level, times: times(mark), mark: signed(mark) }),
    ...(when === "counted"
      ? []
      : [points.length ? t("ask.stick.now", { list: byColour(open.edition, points) }) : t("ask.stick.empty")]),
  ];
}

/** One mark of a stick, or the next that counts and after it the others. */
function stick({ site, level }: Of<"stick">, open: Open): Answer {
  const marks = marksOf(open, site);
  const asked = marks.find((it) => (level === null ? it.when === "next" : it.level === level));
  const later = level === null ? marks.filter((it) => it.when === "later") : [];
  const title = t("ask.stick.title", { site: siteName(open.edition, site) });
  const lines = asked ? markLines(open, asked) : marks.flatMap((it) => markLines(open, it));
  if (later.length) lines.push(t("ask.stick.rest", { list: byLevel(later.map(({ level, mark }) => [level, mark])) }));
  return { title, lines, rule: open.game.mode === "solo" ? "SOL-7" : "SNW-1" };
}

function prize(open: Open, snapshot: Snapshot, at: string): string[] {
  const { points, holder, open: left, columns } = prizeOf(open, at);
  if (holder === null)
    return [
      t(open.game.mode === "solo" ? "ask.disk.solo" : "ask.disk.free", { points }),
      t("ask.open", { open: left, columns }),
    ];
  if (holder === "winter") return [t("ask.disk.lost")];
  return [
    holder === "player"
      ? t("ask.disk.solo_held", { points })
      : t("ask.disk.held", { name: seatName(snapshot, holder), points }),
  ];
}

function site({ site }: Of<"site">, open: Open, snapshot: Snapshot): Answer {
  const { lines, rule } = stick({ kind: "stick", site, level: null }, open);
  return { title: capital(siteName(open.edition, site)), lines: [...lines, ...prize(open, snapshot, site)], rule };
}

function cube(thing: Of<"cube">, open: Open, snapshot: Snapshot, log: Table["log"]): Answer | null {
  const { edition } = open;
  if (thing.level === 0)
    return { title: capital(siteName(edition, thing.site)), lines: prize(open, snapshot, thing.site), rule: "CMPL-1" };
  const block = blockAt(open, log, thing);
  if (!block) return null;
  const by = block.by === "player" ? t("name.you_alone") : seatName(snapshot, block.by);
  const list = block.colours.map(([colour, count]) => `${colourName(edition, colour)} ${count}`).join(", ");
  const lines = [t("ask.cube.by", { name: by, list })];
  if (block.scored) {
    const scored = block.scored.map((it) =>
      t("ask.cube.points", {
        colour: colourName(edition, it.colour),
        points: it.new.length + it.linked.length,
        fresh: it.new.length,
        linked: it.linked.length,
      }),
    );
    lines.push(scored.length ? t("ask.cube.scored", { list: scored.join("; ") }) : t("ask.cube.nothing"));
  }
  if (block.later.length) lines.push(t("ask.cube.later", { list: byColour(edition, block.later) }));
  if (block.snowed) lines.push(t("ask.cube.snowed", { count: block.snowed, all: block.cubes.length }));
  return {
    title: capital(blockName(edition, block.block)),
    lines,
    rule: block.snowed ? "SCO-2" : open.game.mode === "solo" ? "SOL-4" : "SCO-1",
  };
}

// -- deck and cards --------------------------------------------------------------------------------------------------

function snow(open: Open): string[] {
  const ahead = snowAhead(open);
  if (!ahead) return [];
  const { number, before, among } = ahead;
  return [
    before === 0
      ? among === 1
        ? t("ask.snow.sure")
        : t("ask.snow.odds", { among, percent: Math.round(100 / among) })
      : among === 1
        ? t("ask.snow.behind", { before })
        : t("ask.snow.later", { before, among }),
    t(number < open.edition.levels ? "ask.snow.counts" : "ask.snow.ends", { level: number }),
  ];
}

// -- players ---------------------------------------------------------------------------------------------------------

const ALLY_RULE: Record<Ally, string> = { fille: "ALY-2", coureur: "ALY-3", huron: "ALY-4" };

function ally({ seat, ally }: Of<"ally">, open: Open, snapshot: Snapshot): Answer {
  const { ready, returns } = allyOf(open, seat, ally);
  const once = open.game.rules.allies === "once";
  return {
    title: t("name.colon", { what: t(`ally.${ally}`), said: seatName(snapshot, seat) }),
    lines: [
      capital(t(`help.ally.${ally}`)),
      t(`ask.ally.${ally}`),
      ready
        ? t(once ? "prompt.once_a_game" : "prompt.once_a_stage")
        : t(returns ? "ask.ally.returns" : "ask.ally.spent"),
    ],
    rule: ALLY_RULE[ally],
  };
}

function bonus({ shape, colour }: Of<"bonus">, open: Open): Answer {
  const { edition } = open;
  const title = capital(blockName(edition, `${shape}-${colour}`));
  if (open.game.mode === "solo")
    return {
      title: capital(shapeName(edition, shape)),
      lines: [capital(t("ask.bonus.reached", { colour: colourName(edition, colour) }))],
      rule: "SOL-8",
    };
  const { length, stage, when } = bonusOf(open, shape);
  const lines = [t("ask.bonus.cubes", { length })];
  if (when === "now") lines.push(t("ask.bonus.now"));
  if (when === "later") lines.push(t("ask.bonus.later", { stage, snow: stage - 1 }));
  return { title, lines, rule: "BON-1" };
}

// -- the score track -------------------------------------------------------------------------------------------------

function marker({ colour }: Of<"marker">, open: Open, snapshot: Snapshot): Answer {
  const { edition, game } = open;
  const { points, snow, disks } = markerOf(open, colour);
  const solo = game.mode === "solo";
  const { winter } = edition.told.solo;
  const name = solo ? colourName(edition, colour) : seatName(snapshot, colour);
  const lines: string[] = [];
  if (snow.length) {
    const total = snow.reduce((sum, [, it]) => sum + it, 0);
    lines.push(t("ask.marker.snow", { points: signed(total), list: byLevel(snow) }));
  }
  if (disks) lines.push(t("ask.marker.disks", { points: signed(disks) }));
  if (solo && !open.position.result)
    lines.push(
      colour === winter ? t("ask.marker.winter") : t("ask.marker.solo", { points: markerOf(open, winter).points }),
    );
  return {
    title: t("name.colon", { what: capital(name), said: t("players.points", { count: points }) }),
    lines,
    rule: solo ? "SOL-11" : "CMP-7",
  };
}

function piece({ shape }: Of<"piece">, open: Open): Answer | null {
  const { edition } = open;
  const facts = piecesOf(open).find(([id]) => id === shape)?.[1];
  if (!facts) return null;
  const { length, at, leaves, ahead } = facts;
  const lines = [t("ask.piece.line", { length })];
  if (ahead.length) {
    const far = ahead.map(([colour, points]) => t("ask.piece.far", { colour: colourName(edition, colour), points }));
    lines.push(t("ask.piece.ahead", { list: far.join("; ") }));
  }
  if (leaves !== null) lines.push(t("ask.piece.leaves", { snow: leaves }));
  return { title: capital(t("ask.piece.title", { shape: shapeName(edition, shape), at })), lines, rule: "SOL-8" };
}

// -- alone -----------------------------------------------------------------------------------------------------------

function challenge({ id }: Of<"challenge">, open: Open): Answer | null {
  const { edition } = open;
  const told = edition.told.solo.challenges.find((it) => it.id === id);
  if (!told) return null;
  const { points, done, have } = challengeOf(open, id);
  const colour = colourName(edition, edition.site(told.site).solo_colour);
  return {
    title: named(told.names),
    lines: [
      challengeLine(edition, told),
      t("ask.challenge.points", { points, colour }),
      ...(done
        ? [`✓ ${capital(t("challenges.done"))}`]
        : have === null
          ? []
          : [t("ask.challenge.have", { have, count: told.count })]),
    ],
    rule: "CHA-7",
  };
}

function turn({ number }: Of<"turn">, open: Open): Answer | null {
  const facts = turnOf(open, number);
  if (!facts) return null;
  if (facts.winter) return { title: t("name.winter.title"), lines: [t("help.winter")], rule: "SOL-5" };
  const where =
    facts.site === null
      ? t("ask.turn.any")
      : t(facts.free ? "actions.site_free" : "ask.turn.site", { site: siteName(open.edition, facts.site) });
  return {
    title: t("challenges.turn", { number: facts.number }),
    lines: [where, t("ask.turn.cycle", { turns: facts.turns })],
    rule: facts.site === null ? "SOL-3" : "CHA-5",
  };
}
