// The state of placing a block: which one, how it is turned, where its ghost is.

import { useCallback, useMemo, useRef, useState } from "react";
import {
  coming,
  orientationOf,
  turned,
  type AtSnowfall,
  type Axis,
  type Ghost,
  type Legal,
  type Orientation,
  type Placeable,
  type Why,
} from "../model/placing";
import { nextColumn } from "../model/walking";
import type { Snapshot } from "../protocol";
import type { Lit } from "../model/building";
import type { Column } from "../model/walking";

export interface PlacingState {
  /** What there is to choose from. */
  placeable: Placeable | null;
  block: string | null;
  ghost: Ghost | null;
  /** The ghost stays where it is until it is moved, placed or cancelled. */
  pinned: boolean;
  /** The column the ghost was asked for at: its poses are those over this one. */
  column: Column | null;
  cursor: Column | null;
  /** Why the block can stand nowhere over the column that was pointed at, walked to or chosen last. */
  refused: Why | null;
  glowing: Record<string, Set<string>>;
  lit: Lit[];
  /** Nothing is told of what a placement is worth, nor is any better than another: whoever solves a puzzle must see it. */
  blind: boolean;
  /** What the ghost's cubes will earn or lose each colour at each of the coming snowfalls. */
  later: AtSnowfall[];
  /** The legal poses over the ghost's column. */
  poses: Legal[];
  choose: (block: string | null) => void;
  point: (column: Column | null) => void;
  pin: (column: Column) => "pinned" | "same" | "none";
  nextPose: (step?: 1 | -1) => void;
  turn: (axis: Axis) => void;
  show: (legal: Legal) => void;
  nextBest: () => void;
  move: (dx: number, dy: number) => void;
  toSite: (site: string) => void;
  cancel: () => void;
}

const sameColumn = (one: Column, other: Column): boolean =>
  one.site === other.site && one.x === other.x && one.y === other.y;

/** `worths` is what each placement is worth in all, where hints have told; `blind` that nothing of it is. */
export function usePlacing(
  placeable: Placeable | null,
  snapshot: Snapshot,
  worths: ReadonlyMap<number, number> | null = null,
  blind = false,
): PlacingState {
  const [block, setBlock] = useState<string | null>(null);
  const [orientation, setOrientation] = useState<Orientation | null>(null);
  const [ghost, setGhost] = useState<Ghost | null>(null);
  const [column, setColumn] = useState<Column | null>(null);
  const [pinned, setPinned] = useState(false);
  // Known at once: the picture may still tell of a pointer that left before it has heard of the click.
  const held = useRef(false);
  const hold = useCallback((on: boolean) => {
    held.current = on;
    setPinned(on);
  }, []);
  const [cursor, setCursor] = useState<Column | null>(null);
  // What was chosen is answered until something else is pointed at, what is only pointed at as long as it is.
  const [refused, refuse] = useState<{ at: Column; why: Why; chosen: boolean } | null>(null);

  const clear = useCallback(() => {
    setGhost(null);
    setColumn(null);
    hold(false);
    setCursor(null);
    refuse(null);
  }, [hold]);

  // A new offer is another choice: what was chosen is kept only as long as it can still be placed. While rendering, not
  // after it: otherwise the old ghost and its Place button would be there for a moment more.
  const [offered, setOffered] = useState<Placeable | null>(null);
  if (offered !== placeable) {
    setOffered(placeable);
    clear();
    setOrientation(null);
    const blocks = placeable?.blocks ?? [];
    // Nobody's block is taken into the hand for them; which one Winter places the rules have said (SOL-5).
    const given = placeable?.seat === "winter" && blocks.length === 1 ? blocks[0]! : null;
    setBlock(block && blocks.includes(block) ? block : given);
  }

  const put = useCallback(
    (next: Ghost, where: Column | null, keep: boolean) => {
      setGhost(next);
      setColumn(where);
      hold(keep);
      setOrientation(orientationOf(next.cubes));
      refuse(null);
    },
    [hold],
  );

  const refusal = useCallback(
    (at: Column, chosen: boolean) =>
      placeable && block ? { at, why: placeable.whyNot(block, at.site, at.x, at.y), chosen } : null,
    [placeable, block],
  );

  const choose = useCallback(
    (next: string | null) => {
      if (!placeable || next === null) {
        setBlock(null);
        clear();
        return;
      }
      setBlock(next);
      refuse(null);
      if (ghost && placeable.edition.shapeOf(ghost.block) === placeable.edition.shapeOf(next)) {
        setGhost(placeable.swapped(ghost, next)); // another block of the shape, the pose kept
      } else {
        clear();
        setOrientation(null);
      }
    },
    [placeable, ghost, clear],
  );

  const point = useCallback(
    (where: Column | null) => {
      if (!placeable || !block) return;
      if (held.current || !where) {
        refuse((now) => (now?.chosen && (!where || sameColumn(now.at, where)) ? now : null));
        if (held.current) return;
        setGhost(null);
        setColumn(null);
        return;
      }
      const next = placeable.at(block, where.site, where.x, where.y, orientation);
      setGhost(next);
      setColumn(where);
      refuse((now) => (next ? null : now && sameColumn(now.at, where) ? now : refusal(where, false)));
    },
    [placeable, block, orientation, refusal],
  );

  const pin = useCallback(
    (where: Column): "pinned" | "same" | "none" => {
      if (!placeable || !block) return "none";
      if (pinned && column && sameColumn(column, where)) return "same";
      const next = placeable.at(block, where.site, where.x, where.y, orientation);
      if (!next) {
        refuse(refusal(where, true));
        return "none";
      }
      put(next, where, true);
      setCursor(null);
      return "pinned";
    },
    [placeable, block, pinned, column, orientation, put, refusal],
  );

  const nextPose = useCallback(
    (step: 1 | -1 = 1) => {
      if (placeable && ghost && column) put(placeable.next(ghost, column.x, column.y, step), column, pinned);
    },
    [placeable, ghost, column, pinned, put],
  );

  const turn = useCallback(
    (axis: Axis) => {
      if (!placeable || !block || !ghost) return;
      const where = column ?? { site: ghost.site, x: ghost.cubes[0]![0], y: ghost.cubes[0]![1] };
      const next = turned(orientationOf(ghost.cubes), axis);
      // About the cube that is over the column, the lowest of them: the block stays where one has put it.
      const over = ghost.cubes.reduce(
        (found, [x, y, level], number) =>
          x === where.x && y === where.y && (found < 0 || level < ghost.cubes[found]![2]) ? number : found,
        -1,
      );
      setOrientation(next);
      refuse(null);
      setGhost(placeable.drop(block, next, where.site, where.x, where.y, Math.max(0, over)));
      setColumn(where);
      hold(true);
    },
    [placeable, block, ghost, column, hold],
  );

  const show = useCallback(
    (legal: Legal) => {
      if (!placeable) return;
      setBlock(legal.block);
      const [x, y] = legal.cubes[0]!;
      // Another pose over the same column: what there is to choose from stays as it is.
      const here =
        column &&
        column.site === legal.site &&
        legal.cubes.some((cube) => cube[0] === column.x && cube[1] === column.y);
      put(placeable.ghost(legal), here ? column : { site: legal.site, x, y }, true);
    },
    [placeable, column, put],
  );

  const nextBest = useCallback(() => {
    if (!placeable || blind) return;
    const all = placeable.ranked(
      placeable.legal.filter((legal) => !block || legal.block === block),
      worths,
    );
    if (!all.length) return;
    const now = all.findIndex((legal) => legal.id === ghost?.legal?.id);
    show(all[(now + 1) % all.length]!);
  }, [placeable, block, ghost, show, worths, blind]);

  const goTo = useCallback(
    (where: Column) => {
      setCursor(where);
      if (!placeable || !block) return;
      const next = placeable.at(block, where.site, where.x, where.y, orientation);
      if (next) {
        setGhost(next);
        setColumn(where);
        hold(true);
        refuse(null);
      } else {
        setGhost(null);
        setColumn(null);
        hold(false);
        refuse(refusal(where, true));
      }
    },
    [placeable, block, orientation, hold, refusal],
  );

  const move = useCallback(
    (dx: number, dy: number) => {
      if (!placeable) return;
      const from = cursor ?? column ?? { site: placeable.edition.sites[0]!, x: -1, y: 0 };
      const next = nextColumn(placeable.edition, from, dx, dy);
      if (next) goTo(next);
    },
    [placeable, cursor, column, goTo],
  );

  const toSite = useCallback(
    (site: string) => {
      const first = placeable?.edition.columns(site)[0];
      if (first) goTo({ site, x: first[0], y: first[1] });
    },
    [placeable, goTo],
  );

  const cancel = useCallback(() => {
    if (ghost || cursor) clear();
    else setBlock(null);
  }, [ghost, cursor, clear]);

  const glowing = useMemo(() => {
    if (!placeable || !block) return {};
    return Object.fromEntries(placeable.edition.sites.map((site) => [site, placeable.columns(block, site)]));
  }, [placeable, block]);

  const lit = useMemo((): Lit[] => {
    if (!placeable || !ghost?.legal || blind) return [];
    const colours = placeable.edition.coloursOf(ghost.block);
    const cells = Object.keys(ghost.legal.gain).flatMap((colour) =>
      placeable.built[ghost.site]!.counting(ghost.cubes, colours, colour, placeable.position.snow),
    );
    return [{ site: ghost.site, cells }];
  }, [placeable, ghost, blind]);

  const later = useMemo(() => {
    if (!placeable || !ghost || !snapshot.game) return [];
    return coming(
      placeable.edition,
      placeable.position,
      placeable.edition.marks(snapshot.game.sticks[ghost.site]!),
      ghost,
    );
  }, [placeable, ghost, snapshot.game]);

  const poses = useMemo(
    () => (placeable && block && column ? placeable.over(block, column.site, column.x, column.y) : []),
    [placeable, block, column],
  );

  return {
    placeable,
    block,
    ghost,
    pinned,
    column,
    cursor,
    refused: refused?.why ?? null,
    glowing,
    lit,
    blind,
    later,
    poses,
    choose,
    point,
    pin,
    nextPose,
    turn,
    show,
    nextBest,
    move,
    toSite,
    cancel,
  };
}
