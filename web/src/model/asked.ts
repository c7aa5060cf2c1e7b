// What may be asked about on a table, and what is true of it in a position: numbers only, in no language. Everything is
// worked out from what lies open, so that an answer tells nobody anything that is hidden.

import { progressOf } from "./pattern";
import type { Ally, BlockTold, Foreseen, GameTold, Position, ScoredTold, TableEvent } from "../protocol";
import type { Building } from "./building";
import type { Edition } from "./edition";
import { coming, comingTo } from "./placing";
import { standing } from "./scores";

/** What stands or lies on a board. */
export type OnBoard =
  | { kind: "site"; site: string }
  | { kind: "stick"; site: string; level: number | null }
  | { kind: "disk"; site: string }
  | { kind: "standee"; site: string }
  /** A cube, and with it the block it belongs to; level 0 is the bare foundation. */
  | { kind: "cube"; site: string; x: number; y: number; level: number };

export type Thing =
  | OnBoard
  | { kind: "deck" }
  | { kind: "snow" }
  | { kind: "stock" }
  | { kind: "card"; shape: string }
  | { kind: "ally"; seat: string; ally: Ally }
  | { kind: "bonus"; shape: string; colour: string }
  | { kind: "marker"; colour: string }
  | { kind: "piece"; shape: string }
  | { kind: "challenge"; id: string }
  /** A turn of the solo cycle, counted from 0; the last is Winter's. */
  | { kind: "turn"; number: number };

/** A game at one moment, as it lies open; and what whoever asks remembers of the deck besides (ALY-4). */
export interface Open {
  edition: Edition;
  game: GameTold;
  position: Position;
  built: Record<string, Building>;
  foresight?: readonly Foreseen[] | undefined;
}

export const sameThing = (one: Thing, other: Thing): boolean => JSON.stringify(one) === JSON.stringify(other);

/** How many levels have been counted. While bonus blocks fall due in the snow it is one more than lie under it (SOL-7). */
export function counted({ edition, position }: Pick<Open, "edition" | "position">): number {
  return position.result ? edition.levels : position.snow + (position.solo?.snowing ? 1 : 0);
}

/** The colours whose cubes count at a site: the players', alone the site's own and Winter's (SNW-1, SOL-7). */
export function coloursAt({ edition, game }: Pick<Open, "edition" | "game">, site: string): string[] {
  return game.mode === "solo" ? [edition.site(site).solo_colour, edition.told.solo.winter] : game.seats;
}

// -- tally sticks ----------------------------------------------------------------------------------------------------

export interface MarkFacts {
  level: number;
  mark: number;
  when: "counted" | "next" | "later";
  /** What its snowfall would bring each colour now; those with no cube there are left out (SNW-1). */
  points: [colour: string, points: number][];
}

/** Every mark of a site's stick, from the bottom. */
export function marksOf(open: Open, site: string): MarkFacts[] {
  const done = counted(open);
  return open.edition.marks(open.game.sticks[site]!).map((mark, below) => {
    const level = below + 1;
    const cubes = open.built[site]?.cubes.filter((cube) => cube.cell[2] === level) ?? [];
    const points = coloursAt(open, site).flatMap((colour): [string, number][] => {
      const count = cubes.filter((cube) => cube.colour === colour).length;
      return count ? [[colour, count * mark]] : [];
    });
    return { level, mark, when: level <= done ? "counted" : level === done + 1 ? "next" : "later", points };
  });
}

// -- disks and standees ----------------------------------------------------------------------------------------------

export interface PrizeFacts {
  /** What the disk is worth to whoever completes the site; alone, how far white goes back (CMPL-2, SOL-11). */
  points: number;
  holder: string | null;
  /** Columns without a cube, and all there are (CMPL-1). */
  open: number;
  columns: number;
}

export function prizeOf({ edition, game, position, built }: Open, site: string): PrizeFacts {
  const columns = edition.columns(site);
  return {
    points: game.mode === "solo" ? edition.told.solo.disk : edition.disk(game.sticks[site]!),
    holder: position.standees[site] ?? null,
    open: columns.filter(([x, y]) => !built[site]?.height(x, y)).length,
    columns: columns.length,
  };
}

// -- blocks that stand -----------------------------------------------------------------------------------------------

export interface BlockFacts extends BlockTold {
  /** How many cubes of each colour it has, in the edition's order. */
  colours: [colour: string, count: number][];
  /** What it scored when it was placed; null where the log does not go back that far. */
  scored: ScoredTold[] | null;
  /** What its cubes will earn or lose each colour at the coming snowfalls, as far as that colour counts here. */
  later: [colour: string, points: number][];
  /** How many of its cubes lie under snow: they score and link no more (SCO-2). */
  snowed: number;
}

/** The block a cube belongs to; null where there is none. */
export function blockAt(
  open: Open,
  log: readonly TableEvent[],
  { site, x, y, level }: { site: string; x: number; y: number; level: number },
): BlockFacts | null {
  const { edition, game, position, built } = open;
  const cell = [x, y, level].join();
  const found = built[site]?.blocks.find((block) => block.cubes.some((cube) => cube.join() === cell));
  if (!found) return null;
  const own = edition.coloursOf(found.block);
  const placed = standing(log)
    .flatMap((move) => move.events)
    .find((it) => it.event === "placed" && it.site === site && it.cubes.join() === found.cubes.join());
  const later = coming(edition, position, edition.marks(game.sticks[site]!), found);
  return {
    ...found,
    colours: edition.colours.flatMap((colour): [string, number][] => {
      const count = own.filter((it) => it === colour).length;
      return count ? [[colour, count]] : [];
    }),
    scored: placed?.event === "placed" ? placed.scored : null,
    later: position.result
      ? []
      : coloursAt(open, site).flatMap((colour): [string, number][] => {
          const points = comingTo(later, colour);
          return points ? [[colour, points]] : [];
        }),
    snowed: found.cubes.filter((cube) => cube[2] <= position.snow).length,
  };
}

// -- the deck --------------------------------------------------------------------------------------------------------

export interface SnowFacts {
  /** Which snowfall it will be, counted from 1; it counts the level of that number. */
  number: number;
  /** So many cards come certainly before it … */
  before: number;
  /** … and it is one of so many after those: what everyone can work out from the piles (SET-3, SOL-2), or who asks knows. */
  among: number;
}

/** Where the next snowflake lies; null after the last. */
export function snowAhead({ game, position, foresight = [] }: Pick<Open, SnowKnown>): SnowFacts | null {
  if (position.result) return null;
  const fallen = position.snow + (position.solo?.snowing ? 1 : 0);
  const drawn = game.piles.reduce((sum, pile) => sum + pile.cards, 0) - position.deck;
  let [start, flakes] = [0, 0];
  for (const pile of game.piles) {
    const end = start + pile.cards;
    flakes += pile.snow;
    if (flakes > fallen) {
      return { number: fallen + 1, ...narrowed(Math.max(0, start - drawn), end - drawn, foresight) };
    }
    start = end;
  }
  return null;
}

type SnowKnown = "game" | "position" | "foresight";

/** A flake lies from one place of the deck up to another: fewer places, where some of those cards are known. */
function narrowed(from: number, to: number, foresight: readonly Foreseen[]): Pick<SnowFacts, "before" | "among"> {
  let at = 0;
  for (const { size, cards } of foresight) {
    if (cards.includes("snow")) {
      const before = Math.max(from, at);
      return { before, among: Math.min(to, at + size) - before };
    }
    if (cards.length < size) break; // what else lies there may be the flake
    at += size;
  }
  const before = Math.max(from, at);
  return { before, among: to - before };
}

/** The chance that the next card is snow; null where it cannot be. */
export function snowChance(open: Pick<Open, SnowKnown>): number | null {
  const ahead = snowAhead(open);
  return ahead && ahead.before === 0 && ahead.among > 0 ? 1 / ahead.among : null;
}

export interface DeckFacts {
  cards: number;
  shapes: number;
  snow: number;
}

export function deckOf({ edition, position }: Pick<Open, "edition" | "position">): DeckFacts {
  const snow = edition.levels - counted({ edition, position });
  return { cards: position.deck, shapes: position.deck - snow, snow };
}

export interface CardFacts {
  /** Blocks of the shape in stock. */
  stock: number;
  /** Cards of the shape still in the deck: there are as many cards as blocks, so it follows from the stock (CMP-3). */
  deck: number;
}

export function cardOf({ position }: Pick<Open, "position">, shape: string): CardFacts {
  const stock = position.stock[shape]?.length ?? 0;
  return { stock, deck: Math.max(0, stock - position.display.filter((it) => it === shape).length) };
}

export const stockLeft = ({ position }: Pick<Open, "position">): number =>
  Object.values(position.stock).reduce((sum, colours) => sum + colours.length, 0);

// -- what the players have -------------------------------------------------------------------------------------------

export interface AllyFacts {
  ready: boolean;
  /** Whether a used token comes back: with the first and the second snowfall, unless it is once a game (SNW-4, VAR-2). */
  returns: boolean;
}

export function allyOf(open: Pick<Open, "edition" | "game" | "position">, seat: string, ally: Ally): AllyFacts {
  return {
    ready: open.position.tokens[seat]?.includes(ally) ?? false,
    returns: open.game.rules.allies === "each_stage" && counted(open) < open.edition.levels - 1,
  };
}

export interface BonusFacts {
  length: number;
  /** The stage it is for, counted from 1 (BON-1). */
  stage: number;
  when: "now" | "later" | "gone";
}

export function bonusOf({ edition, position }: Pick<Open, "edition" | "position">, shape: string): BonusFacts {
  const number = edition.told.bonus.findIndex((it) => it.id === shape);
  const stage = number + 1;
  const now = position.result ? edition.levels + 1 : position.snow + 1;
  return {
    length: edition.size(shape),
    stage,
    when: stage < now ? "gone" : stage === now ? "now" : "later",
  };
}

// -- the score track -------------------------------------------------------------------------------------------------

export interface MarkerFacts {
  points: number;
  /** What the coming snowfalls would bring as the buildings stand, by level. */
  snow: [level: number, points: number][];
  /** What disks add at the end, or take from white (CMPL-2, SOL-11). */
  disks: number;
}

export function markerOf(open: Open, colour: string): MarkerFacts {
  const { edition, game, position } = open;
  const levels = Array.from({ length: edition.levels }, (_, below) => below + 1).filter((it) => it > counted(open));
  const marks = edition.sites.flatMap((site) => marksOf(open, site));
  const sum = (level: number) =>
    marks
      .filter((mark) => mark.level === level)
      .reduce((total, { points }) => total + (points.find(([it]) => it === colour)?.[1] ?? 0), 0);
  const prizes = edition.sites.map((site) => prizeOf(open, site));
  const disks =
    game.mode === "solo"
      ? colour === edition.told.solo.winter
        ? -prizes.filter((it) => it.holder === "player").reduce((total, it) => total + it.points, 0)
        : 0
      : prizes.filter((it) => it.holder === colour).reduce((total, it) => total + it.points, 0);
  return {
    points: (position.result?.scores ?? position.scores)[colour] ?? 0,
    snow: position.result ? [] : levels.map((level): [number, number] => [level, sum(level)]),
    disks: position.result ? 0 : disks,
  };
}

export interface PieceFacts {
  length: number;
  /** Where it lies (CHA-6). */
  at: number;
  /** The snowfall after which it leaves the track; null for the last, which stays (SOL-9). */
  leaves: number | null;
  /** The coloured markers that have not reached it, and how far they are from it. */
  ahead: [colour: string, points: number][];
}

/** The bonus pieces on the track, as long as they lie there. */
export function piecesOf({
  edition,
  game,
  position,
}: Pick<Open, "edition" | "game" | "position">): [shape: string, facts: PieceFacts][] {
  const { solo } = position;
  if (!game.solo || !solo || position.result) return [];
  const at = edition.told.solo.tracks.find((it) => it.id === game.solo!.track)?.at ?? [];
  return edition.told.bonus.flatMap(({ id, length }, number): [string, PieceFacts][] => {
    // A piece goes when none of its blocks is left, or its stage is over.
    if (!position.bonus[id]?.length || number < position.snow || at[number] === undefined) return [];
    const ahead = edition.colours
      .filter((colour) => colour !== edition.told.solo.winter && !solo.reached[id]?.includes(colour))
      .map((colour): [string, number] => [colour, at[number]! - (position.scores[colour] ?? 0)]);
    return [[id, { length, at: at[number], leaves: number + 1 < edition.levels ? number + 1 : null, ahead }]];
  });
}

// -- alone -----------------------------------------------------------------------------------------------------------

export interface ChallengeFacts {
  points: number;
  done: boolean;
  /** How many of the blocks it asks for stand as it asks for them; null where only one is, or all together are it. */
  have: number | null;
}

export function challengeOf({ edition, position, built }: Open, id: string): ChallengeFacts {
  const challenge = edition.told.solo.challenges.find((it) => it.id === id)!;
  return {
    points: edition.told.solo.challenge_points,
    done: position.solo?.earned.includes(id) ?? false,
    have: progressOf(edition, built[challenge.site], challenge),
  };
}

export interface TurnFacts {
  /** Counted from 1, of so many; Winter's is the one after them (SOL-3). */
  number: number;
  turns: number;
  winter: boolean;
  now: boolean;
  /** The site it asks for; none where one may build anywhere (CHA-2). */
  site: string | null;
  /** The site does not bind, since no block fits there any more (CHA-5). */
  free: boolean;
}

export function turnOf({ game, position }: Pick<Open, "game" | "position">, number: number): TurnFacts | null {
  if (!game.solo || !position.solo) return null;
  const { sites } = game.solo;
  const site = sites[number] ?? null;
  const now = position.solo.turn === number && !position.result;
  return {
    number: number + 1,
    turns: sites.length,
    winter: number === sites.length,
    now,
    site,
    free: now && site !== null && position.solo.required_site === null,
  };
}
