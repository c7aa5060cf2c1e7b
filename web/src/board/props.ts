// What a board is given, in 3D or flat. It knows nothing of tables, seats or servers: it shows, and says what is pointed at.

import type { Ref } from "react";
import type { OnBoard } from "../model/asked";
import type { Lit } from "../model/building";
import type { Ghost } from "../model/placing";
import type { Scenery } from "../model/scenery";
import type { Column } from "../model/walking";

/** All sites from afar, or one of them. */
export interface View {
  site: "all" | (string & {});
  /** How often a view was asked for: the same is taken anew after it was turned by hand. */
  asked: number;
  /** How far it is turned from the usual side, in radians; not at all unless told. */
  turned?: number;
}

export const FROM_AFAR: View = { site: "all", asked: 0 };

/** What is put into the scenery to be looked at, besides the game itself. */
export interface Marks {
  /** The block being placed, where it would rest; red where it is refused. */
  ghost: Ghost | null;
  /** Cubes that would count now (of the ghost and in place), or that a line of the log is about. */
  lit: readonly Lit[];
  /** Where else a block might go, each outlined: what is suggested, or can be chosen from. */
  suggested?: readonly Lit[];
  /** The columns where the chosen block can stand, as "x,y" by site; they glow. */
  glowing: Record<string, Set<string>>;
  /** A block is kept somewhere: the columns it could move to glow less than it. */
  dimmed: boolean;
  /** A column picked by keyboard, to be marked; on plans, where the keyboard's focus is to be. */
  cursor: Column | null;
  /** Only levels up to this one are shown solid; others are peeled off. */
  peel: number;
}

/** A board with nothing marked in it. */
export const unmarked = (levels: number): Marks => ({
  ghost: null,
  lit: [],
  glowing: {},
  dimmed: false,
  cursor: null,
  peel: levels,
});

/** What somebody does with a board that may be played on. */
export interface Pointing {
  /** The pointer is over a column, or over none. */
  onPoint: (column: Column | null) => void;
  /** A column was clicked or tapped. */
  onChoose: (column: Column) => void;
  /** The wheel was turned over a column while a ghost is there: the next pose, or the one before. */
  onTurnWheel: (step: 1 | -1) => void;
}

/**
 * Somebody wants to know what something is: by pointing at it, by the keyboard's focus or by pressing it; null when it is
 * pointed at, or has the focus, no more. While a block is being placed, columns belong to it and are not asked about.
 */
export type Asks = (
  asked: { thing: OnBoard; at: Element | { x: number; y: number } } | null,
  how: "hover" | "focus" | "press",
) => void;

/** Where things are in the picture of a board, in pixels of the page. */
export interface BoardHandle {
  /** Where the middle of a column's top is at a level; level 0 is the foundation. */
  project: (site: string, x: number, y: number, level: number) => { x: number; y: number };
  /** The column that somebody who points there points at. */
  under: (clientX: number, clientY: number) => Column | null;
  /** How often it was drawn. */
  frames: number;
  /** A picture of it to keep, as a PNG; null where it has no renderer to itself. */
  photograph: () => Promise<Blob | null>;
}

/** Whoever has a board's element, and nothing else, asks for its handle by this event: its detail is called with it. */
export const ASK_HANDLE = "boardhandle";

/** A snowfall while it is counted before one's eyes. */
export interface Counting {
  /** The level that is counted; snow does not lie on it yet. */
  level: number;
  /** The site that is looked at: there the level glows. */
  site: string | null;
  /** The sites that are through: their sticks are turned. */
  through: readonly string[];
}

export interface BoardProps extends Marks, Partial<Pointing> {
  scenery: Scenery;
  /** Without it nothing is being counted. */
  counting?: Counting | null;
  view: View;
  /**
   * Whether one may play on it, turn it about and come nearer, turn it within a page that scrolls as ever (wheel and fingers
   * that go up or down are the page's), or only see it.
   */
  hands: "play" | "look" | "turn" | "none";
  /** Whether what is new falls into place, or is there at once: going over thirty blocks must not drop thirty blocks. */
  motion: "step" | "jump";
  /** How finely it is drawn in 3D; by itself unless told, by who draws and by how long frames take. */
  quality?: "auto" | "fine" | "plain";
  siteName: (site: string) => string;
  holderName: (holder: string) => string;
  /** Without it nothing can be asked about. */
  onAsk?: Asks;
  handle?: Ref<BoardHandle>;
}
