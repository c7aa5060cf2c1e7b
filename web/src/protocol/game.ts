// Written by `make types` from the models in src/nouvelle_france/protocol/game.py. Do not edit.

/** `(x, y, level)`; levels count from 1. */
export type Cell = readonly [number, number, number];

export type Mode = "table" | "solo";

/** What a position awaits: its phase. */
export type Awaited =
  | "turn"
  | "draw"
  | "place"
  | "fille"
  | "coureur"
  | "close"
  | "look-before"
  | "look-after"
  | "claimed"
  | "due"
  | "over";

/** The kinds of action. */
export type Doing = "draw" | "place" | "bonus" | "fille" | "coureur" | "decline" | "huron" | "end" | "unable" | "pass";

export type Ally = "fille" | "coureur" | "huron";

/** What decided the winner (END-2). */
export type DecidedBy = "points" | "allies" | "peg" | "shared";

/** The variants of a game (VAR, PLC-5, UNA-4). */
export interface RulesChosen {
  one_card: boolean;
  allies: "each_stage" | "once" | "none";
  support: "free-standing" | "leaning";
  unable: "verified" | "claimed";
}

/** The challenges of a solo game, and the required site of each player turn of a cycle. */
export interface SoloGame {
  constraint: string;
  track: string;
  architecture: string[];
  sites: (string | null)[];
}

/** A part of the deck: how many cards, and how many of them are snowflakes. */
export interface Pile {
  cards: number;
  snow: number;
}

/** The fixed public facts from the first turn on; `seats` are in turn order. */
export interface GameTold {
  edition: string;
  mode: Mode;
  rules: RulesChosen;
  seats: string[];
  sticks: Record<string, string>;
  piles: Pile[];
  solo: SoloGame | null;
}

/** A block that stands on a site. */
export interface BlockTold {
  by: string;
  block: string;
  cubes: Cell[];
}

/** The shape a seat says it cannot place, and the block that goes to the box. */
export interface Claim {
  shape: string;
  remove: string;
}

/** A bonus block the solo player must place, and the colour of the marker that brought it. */
export interface Due {
  shape: string;
  colour: string;
}

/** What a solo game has beyond a table game. */
export interface SoloTold {
  turn: number;
  required_site: string | null;
  due: Due[];
  reached: Record<string, string[]>;
  earned: string[];
  snowing: boolean;
}

/** How the game ended. */
export interface ResultTold {
  scores: Record<string, number>;
  standees: Record<string, string | null>;
  winners: string[];
  decided_by: DecidedBy;
}

/** Everything open on the table. */
export interface PositionTold {
  phase: Awaited;
  active: string;
  asked: string[];
  buildings: Record<string, BlockTold[]>;
  scores: Record<string, number>;
  display: string[];
  deck: number;
  snow: number;
  snow_may_come: boolean;
  stock: Record<string, string[]>;
  bonus: Record<string, string[]>;
  tokens: Record<string, Ally[]>;
  standees: Record<string, string | null>;
  points: number;
  claim: Claim | null;
  solo: SoloTold | null;
  result: ResultTold | null;
}

/** The legal placements of one block on one site, by their ids, with the gain of each. */
export interface PlacementGroup {
  do: "place" | "bonus";
  block: string;
  site: string;
  ids: number[];
  gain: Record<string, number[]>;
  completes: number[];
  challenges: Record<string, string[]>;
}

/**
 * What a seat may do now: the kinds of action, every legal placement, every way to be unable.
 *
 * `order` is how many cards a Huron has to put in order, 0 if none looked.
 */
export interface Offer {
  do: Doing[];
  placements: PlacementGroup[];
  order: number;
  unable: Claim[];
}

/** Cards a seat knows to lie among the next `size`, from the top of the deck. */
export interface Foreseen {
  size: number;
  cards: string[];
}
