// The state of placing a block: which one, how it is turned, where its ghost is.

import { useCallback, useMemo, useRef, useState } from "react";
import { coming, orientationOf, turned, type Axis, type Ghost, type Legal, type Orientation, type Placing } from "../model/placing";
import { nextColumn } from "../model/walking";
import type { Snapshot } from "../protocol";
import type { Lit } from "../model/building";
import type { Column } from "../model/walking";

export interface PlacingState {
  placing: Placing | null;
  block: string | null;
  ghost: Ghost | null;
  /** The ghost stays where it is until it is moved, placed or cancelled. */
  pinned: boolean;
  cursor: Column | null;
  glowing: Record<string, Set<string>>;
  lit: Lit[];
  /** What the ghost's cubes will earn or lose each colour at the coming snowfalls. */
  later: Record<string, number>;
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

export function usePlacing(placing: Placing | null, snapshot: Snapshot): PlacingState {
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

  const clear = useCallback(() => {
    setGhost(null);
    setColumn(null);
    hold(false);
    setCursor(null);
  }, [hold]);

  // A new offer is another choice: what was chosen is kept only as long as it can still be placed. While rendering, not
  // after it: otherwise the old ghost and its Place button would be there for a moment more.
  const [offered, setOffered] = useState<Placing | null>(null);
  if (offered !== placing) {
    setOffered(placing);
    clear();
    setOrientation(null);
    const blocks = placing?.blocks ?? [];
    setBlock(block && blocks.includes(block) ? block : blocks.length === 1 ? blocks[0]! : null);
  }

  const put = useCallback((next: Ghost, where: Column | null, keep: boolean) => {
    setGhost(next);
    setColumn(where);
    hold(keep);
    setOrientation(orientationOf(next.cubes));
  }, [hold]);

  const choose = useCallback(
    (next: string | null) => {
      if (!placing || next === null) {
        setBlock(null);
        clear();
        return;
      }
      setBlock(next);
      if (ghost && placing.edition.shapeOf(ghost.block) === placing.edition.shapeOf(next)) {
        setGhost(placing.swapped(ghost, next)); // another block of the shape, the pose kept
      } else {
        clear();
        setOrientation(null);
      }
    },
    [placing, ghost, clear],
  );

  const point = useCallback(
    (where: Column | null) => {
      if (!placing || !block || held.current) return;
      if (!where) {
        setGhost(null);
        setColumn(null);
        return;
      }
      setGhost(placing.at(block, where.site, where.x, where.y, orientation));
      setColumn(where);
    },
    [placing, block, orientation],
  );

  const pin = useCallback(
    (where: Column): "pinned" | "same" | "none" => {
      if (!placing || !block) return "none";
      if (pinned && column && column.site === where.site && column.x === where.x && column.y === where.y) return "same";
      const next = placing.at(block, where.site, where.x, where.y, orientation);
      if (!next) return "none";
      put(next, where, true);
      setCursor(null);
      return "pinned";
    },
    [placing, block, pinned, column, orientation, put],
  );

  const nextPose = useCallback(
    (step: 1 | -1 = 1) => {
      if (placing && ghost && column) put(placing.next(ghost, column.x, column.y, step), column, pinned);
    },
    [placing, ghost, column, pinned, put],
  );

  const turn = useCallback(
    (axis: Axis) => {
      if (!placing || !block || !ghost) return;
      const where = column ?? { site: ghost.site, x: ghost.cubes[0]![0], y: ghost.cubes[0]![1] };
      const next = turned(orientationOf(ghost.cubes), axis);
      setOrientation(next);
      setGhost(placing.drop(block, next, where.site, where.x, where.y));
      setColumn(where);
      hold(true);
    },
    [placing, block, ghost, column],
  );

  const show = useCallback(
    (legal: Legal) => {
      if (!placing) return;
      setBlock(legal.block);
      const [x, y] = legal.cubes[0]!;
      put(placing.ghost(legal), { site: legal.site, x, y }, true);
    },
    [placing, put],
  );

  const nextBest = useCallback(() => {
    if (!placing) return;
    const all = placing.legal
      .filter((legal) => !block || legal.block === block)
      .sort((one, other) => placing.worth(other) - placing.worth(one) || one.id - other.id);
    if (!all.length) return;
    const now = all.findIndex((legal) => legal.id === ghost?.legal?.id);
    show(all[(now + 1) % all.length]!);
  }, [placing, block, ghost, show]);

  const goTo = useCallback(
    (where: Column) => {
      setCursor(where);
      if (!placing || !block) return;
      const next = placing.at(block, where.site, where.x, where.y, orientation);
      if (next) {
        setGhost(next);
        setColumn(where);
        hold(true);
      } else {
        setGhost(null);
        setColumn(null);
        hold(false);
      }
    },
    [placing, block, orientation],
  );

  const move = useCallback(
    (dx: number, dy: number) => {
      if (!placing) return;
      const from = cursor ?? column ?? { site: placing.edition.sites[0]!, x: -1, y: 0 };
      const next = nextColumn(placing.edition, from, dx, dy);
      if (next) goTo(next);
    },
    [placing, cursor, column, goTo],
  );

  const toSite = useCallback(
    (site: string) => {
      const first = placing?.edition.columns(site)[0];
      if (first) goTo({ site, x: first[0], y: first[1] });
    },
    [placing, goTo],
  );

  const cancel = useCallback(() => {
    if (ghost || cursor) clear();
    else setBlock(null);
  }, [ghost, cursor, clear]);

  const glowing = useMemo(() => {
    if (!placing || !block) return {};
    return Object.fromEntries(placing.edition.sites.map((site) => [site, placing.columns(block, site)]));
  }, [placing, block]);

  const lit = useMemo((): Lit[] => {
    if (!placing || !ghost?.legal) return [];
    const colours = placing.edition.coloursOf(ghost.block);
    const cells = Object.keys(ghost.legal.gain).flatMap((colour) =>
      placing.built[ghost.site]!.counting(ghost.cubes, colours, colour, placing.position.snow),
    );
    return [{ site: ghost.site, cells }];
  }, [placing, ghost]);

  const later = useMemo(() => {
    if (!placing || !ghost || !snapshot.game) return {};
    return coming(placing.edition, placing.position, placing.edition.marks(snapshot.game.sticks[ghost.site]!), ghost);
  }, [placing, ghost, snapshot.game]);

  const poses = useMemo(
    () => (placing && block && column ? placing.over(block, column.site, column.x, column.y) : []),
    [placing, block, column],
  );

  return {
    placing,
    block,
    ghost,
    pinned,
    cursor,
    glowing,
    lit,
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
