// A figure of the rulebook, moment by moment: before its first step, and after each of them.

import type { BoardFigureTold, FigureStep, GameEvent, Position } from "../protocol";
import type { Building, Lit } from "./building";
import type { Edition } from "./edition";
import type { Ghost } from "./placing";

/** What a figure shows at a moment. */
export interface Moment {
  position: Position;
  /** The step that led here; null before the first. */
  step: FigureStep | null;
  /** What was tried and not done: red where a rule forbids it. */
  ghost: Ghost | null;
}

/** How many moments a figure has. */
export const moments = (figure: BoardFigureTold): number => figure.steps.length + 1;

/** Where a reader begins: at the first thing that happens, since a position alone says little. */
export const opening = (figure: BoardFigureTold): number => Math.min(1, figure.steps.length);

const positionAt = (figure: BoardFigureTold, at: number): Position => figure.steps[at - 1]?.position ?? figure.first;

export function momentOf(edition: Edition, figure: BoardFigureTold, at: number): Moment {
  const step = figure.steps[at - 1] ?? null;
  return {
    position: positionAt(figure, at),
    step,
    ghost: step && tried(edition, step),
  };
}

/** A step that is refused leaves the position as it was: what it wanted is shown in it. */
function tried(edition: Edition, { refused, move, gain }: FigureStep): Ghost | null {
  if (!refused || !("cubes" in move)) return null;
  const { do: what, block, site, cubes } = move;
  // Winter may place it there, but has something better (SOL-5): that is no mistake.
  const allowed = Object.keys(gain).length > 0;
  const legal = allowed
    ? {
        ...{ id: -1, do: what, block, site, cubes, gain, completes: false, challenges: [] },
        ...{ shape: edition.shapeOf(block), colour: edition.colours.indexOf(edition.colourOf(block)) },
      }
    : null;
  return { block, site, cubes, legal, why: allowed ? null : "other" };
}

/** The cubes a moment is about, by site: those that scored or would score, or those that a snowfall counted. */
export function litAt({ step, ghost, position }: Moment, built: Record<string, Building>): Lit[] {
  if (ghost?.legal) {
    const { site, cubes, block, legal } = ghost;
    const building = built[site]!;
    const colours = building.edition.coloursOf(block);
    const counting = (colour: string) => building.counting(cubes, colours, colour, position.snow);
    return [{ site, cells: Object.keys(legal.gain).flatMap(counting) }];
  }
  return step?.events.flatMap((event) => counted(event, built)) ?? [];
}

function counted(event: GameEvent, built: Record<string, Building>): Lit[] {
  if (event.event === "placed")
    return [{ site: event.site, cells: event.scored.flatMap(({ new: own, linked }) => [...own, ...linked]) }];
  if (event.event === "snow_fell")
    return event.sites.map(({ site }) => ({
      site,
      cells: built[site]!.cubes.map((cube) => cube.cell).filter(([, , level]) => level === event.level),
    }));
  return [];
}

/** The cards that matter in a figure, if any do: those that can be chosen, or the next of the deck, once somebody has looked. */
export function cardsAt(figure: BoardFigureTold, at: number): { cards: string[]; next: boolean } | null {
  const looked = figure.steps.slice(0, at).flatMap((step) => step.events);
  let next: string[] | null = null;
  for (const event of looked) {
    if (event.event === "peeked") next = event.cards ?? null;
    if (event.event === "put_back" && event.order && next) next = event.order.map((place) => next![place]!);
  }
  if (next) return { cards: next, next: true };
  const chosen = figure.steps.some(({ move }) => move.do === "unable" || move.do === "huron" || move.by === "winter");
  return chosen ? { cards: positionAt(figure, at).display, next: false } : null;
}
