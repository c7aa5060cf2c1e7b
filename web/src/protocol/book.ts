// Written by `make types` from the models in src/nouvelle_france/protocol/book.py. Do not edit.

import type { GameEvent } from "./events";
import type { Cell, Doing, GameTold, PositionTold } from "./game";

/** Some text, with `*`, `**` and backquotes as in Markdown; of a figure, its id. */
export interface ParagraphTold {
  kind: "text" | "ruling" | "reading" | "item" | "figure";
  text: string;
}

/** A rule, or an entry without a number. */
export interface RuleTold {
  key: string;
  anchor: string;
  number: string | null;
  heading: string;
  paragraphs: ParagraphTold[];
}

/** A chapter: its introduction, then its rules. */
export interface ChapterTold {
  key: string;
  anchor: string;
  heading: string;
  lead: ParagraphTold[];
  rules: RuleTold[];
}

/** The standard game in a minute, at a table and in solo. */
export interface BriefTold {
  table: string[];
  solo: string[];
}

/** The rule that refuses a step, and its anchor. */
export interface RefusedTold {
  rule: string;
  anchor: string;
}

/** A placed block, in a record's notation. */
export interface PlacementMade {
  by: string;
  do: "place" | "bonus";
  block: string;
  site: string;
  cubes: Cell[];
}

/** Cards put back in an order. */
export interface OrderMade {
  by: string;
  do: "huron";
  order: number[];
}

/** A shape that cannot be placed, and the block that goes to the box. */
export interface UnableMade {
  by: string;
  do: "unable";
  shape: string;
  remove: string;
}

/** A move that needs no further data. */
export interface PlainMade {
  by: string;
  do: Doing;
}

/** What is played in a step of a figure. */
export type MoveMade = PlacementMade | OrderMade | UnableMade | PlainMade;

/** Something played, or tried, in a figure. `again` says that it starts from the first position again. */
export interface FigureStep {
  again: boolean;
  move: MoveMade;
  refused: RefusedTold | null;
  gain: Record<string, number>;
  events: GameEvent[];
  position: PositionTold;
  said: string;
}

/** A position, and the steps from it; `sites` are those to show. */
export interface BoardFigureTold {
  kind: "board";
  id: string;
  rules: string[];
  caption: string;
  description: string[];
  game: GameTold;
  sites: string[];
  first: PositionTold;
  steps: FigureStep[];
}

/** A cube of a block that lies flat. */
export interface FlatCube {
  at: readonly [number, number];
  colour: string;
}

/** A block that lies flat. */
export interface FlatBlock {
  block: string;
  name: string;
  cubes: FlatCube[];
}

/** The blocks of some shapes. */
export interface BlocksFigureTold {
  kind: "blocks";
  id: string;
  rules: string[];
  caption: string;
  description: string[];
  edition: string;
  blocks: FlatBlock[];
}

export type FigureTold = BoardFigureTold | BlocksFigureTold;

/**
 * The whole book in one language, with its figures by their ids.
 *
 * `everyday` has everyday expressions that people search for, by the number of the rule that answers.
 */
export interface BookTold {
  language: string;
  title: string;
  brief: BriefTold;
  everyday: Record<string, string[]>;
  chapters: ChapterTold[];
  figures: Record<string, FigureTold>;
}
