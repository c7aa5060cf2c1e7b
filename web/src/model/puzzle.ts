// A puzzle: one table at which somebody looks for the best placement. What is best, what others give up and why was worked
// out when the puzzle was made; nothing here judges by itself.

import type { Action, Position, PuzzleAnswerTold, PuzzleListed, PuzzleTold } from "../protocol";
import { cellKey } from "./building";
import type { Edition } from "./edition";
import { snapshotOf, withBlock } from "./lesson";
import type { Ghost, Legal } from "./placing";
import { Shown, tableOf, type Hand, type Source } from "./source";

/** What came of an answer. */
export interface Found {
  right: boolean;
  placement: number;
  /** What is known of it; null where the search left it behind before it was weighed. */
  weighed: PuzzleAnswerTold | null;
}

/** Where somebody is in a puzzle. */
export interface Stand {
  /** It waits for an answer, it has the right one, or it shows that. */
  stage: "asking" | "solved" | "shown";
  /** What came of the last answer. */
  found: Found | null;
  /** How many answers there were: the same twice is said twice. */
  tries: number;
}

export interface Posed {
  source: Source;
  hand: Hand;
  /** The same object until something changes. */
  stand: () => Stand;
  /** Look for it once more. */
  again: () => void;
  /** Show the answer. */
  show: () => void;
}

/** A puzzle to be solved. `names` are those of the seats. */
export function posed(edition: Edition, puzzle: PuzzleTold, names: (seat: string) => string): Posed {
  const shown = new Shown();
  let seq = 0;
  let stand: Stand = { stage: "asking", found: null, tries: 0 };
  const show = (position: Position): void => {
    seq++;
    // Another offer each time, though it offers the same: what is in one's hand from the last answer is put back.
    const asked = { ...puzzle, offer: { ...puzzle.offer } };
    const snapshot = snapshotOf(asked, position, [], stand.stage === "asking", seq, names);
    shown.show(tableOf(edition, snapshot, [], shown.getState()));
  };
  const answer = (placement: number): void => {
    const is = (it: PuzzleAnswerTold) => it.placement === placement;
    const best = [puzzle.best, ...puzzle.same].find(is);
    const right = best !== undefined;
    const weighed = best ?? puzzle.rivals.find(is) ?? null;
    stand = {
      stage: right ? "solved" : "asking",
      found: { right, placement, weighed },
      tries: stand.tries + 1,
    };
    show(best ? withBlock(edition, puzzle.position, puzzle.seat, legalOf(edition, best)) : puzzle.position);
  };
  const hand: Hand = {
    seats: () => [puzzle.seat],
    offer: (seat) => shown.getState()!.snapshot.offers[seat] ?? null,
    play: async (action) => {
      const placement = stand.stage === "asking" ? placed(edition, puzzle, action) : null;
      if (placement !== null) answer(placement);
    },
  };
  const to = (stage: "asking" | "shown"): void => {
    stand = { ...stand, stage, found: stage === "shown" ? stand.found : null };
    show(puzzle.position);
  };
  show(puzzle.position);
  return { source: shown, hand, stand: () => stand, again: () => to("asking"), show: () => to("shown") };
}

/** The id of a placement that the puzzle offers; null for anything else. */
function placed(edition: Edition, { offer }: PuzzleTold, action: Action): number | null {
  if (action.do !== "place") return null;
  const group = offer.placements.find((it) => it.block === action.block && it.site === action.site);
  const cells = action.cubes.map(cellKey).join();
  return group?.ids.find((id) => edition.placement(id).cubes.map(cellKey).join() === cells) ?? null;
}

/** An answer as it can be placed. */
function legalOf(edition: Edition, { placement, now: gain, completes }: PuzzleAnswerTold): Legal {
  return { ...edition.placement(placement), do: "place", gain, completes, challenges: [] };
}

/** The answer as it would stand on the board. */
export function answerGhost(edition: Edition, { best }: PuzzleTold): Ghost {
  const legal = legalOf(edition, best);
  return { block: legal.block, site: legal.site, cubes: [...legal.cubes], legal, why: null };
}

/** Every kind there is, as they take turns from day to day. */
export const KINDS = ["complete", "winter", "snow", "later"] as const satisfies readonly PuzzleListed["kind"][];

/** How hard a puzzle can be. */
export const GRADES = 5;

/** The puzzles of a kind, the easy ones first, as they are numbered. */
export function ofKind(list: readonly PuzzleListed[], kind: PuzzleListed["kind"]): PuzzleListed[] {
  return list.filter((it) => it.kind === kind).sort((one, other) => one.grade - other.grade);
}

const A_DAY = 86_400_000;

/** Days from the first of January of the year 1, which is 1, to the first of 1970: dates are counted as Python does. */
const EPOCH = 719_163;

/** The puzzle of a day (UTC), the same as `of_the_day` in Python gives. */
export function ofTheDay(list: readonly PuzzleListed[], now: number): PuzzleListed | null {
  const day = Math.floor(now / A_DAY) + EPOCH;
  const kinds = KINDS.filter((kind) => list.some((it) => it.kind === kind));
  const kind = kinds[day % kinds.length];
  const some = list.filter((it) => it.kind === kind);
  return some[Math.floor(day / kinds.length) % some.length] ?? null;
}
