// The table without 3D: the same game on flat plans, level by level. Each column is a button, so that it can also be played
// by keyboard and by ear; the drawings take the mouse as well.

import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { FC, KeyboardEvent, MouseEvent, PointerEvent } from "react";
import { columnKey } from "../../model/building";
import { nextColumn } from "../../model/walking";
import type { Cell } from "../../protocol";
import type { Column } from "../../model/walking";
import type { BoardProps } from "../props";
import { t, useLanguage } from "../../words/words";
import { SiteSheet } from "./SiteSheet";
import styles from "./Flat.module.css";

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** How far a wheel is turned for one step: a notch of a mouse is about 100, a touchpad sends many small ones. */
const NOTCH = 60;

const NOTHING: readonly Cell[] = [];

/** The column something on the page stands for. */
function columnOf(target: EventTarget): Column | null {
  const told = target instanceof Element ? target.closest("[data-column]")?.getAttribute("data-column") : null;
  if (!told) return null;
  const [site, x, y] = told.split(" ");
  return { site: site!, x: Number(x), y: Number(y) };
}

const same = (one: Column | null, other: Column | null): boolean =>
  one === other || (one?.site === other?.site && one?.x === other?.x && one?.y === other?.y);

export const Flat: FC<BoardProps> = (props) => {
  const {
    scenery,
    ghost,
    lit,
    suggested,
    glowing,
    dimmed,
    peel,
    view,
    hands,
    onPoint,
    onChoose,
    onTurnWheel,
    onAsk,
    cursor,
  } = props;
  const { edition, built, standees } = scenery;
  const play = hands === "play";
  useLanguage();
  const keysId = useId();
  const root = useRef<HTMLDivElement>(null);
  const pointed = useRef<Column | null>(null);
  const [focused, setFocused] = useState<Column | null>(null);
  // Where Tab enters each plan: the column that had the focus last.
  const [stops, setStops] = useState<Record<string, string>>({});
  const sites = view.site === "all" ? edition.sites : edition.sites.filter((site) => site === view.site);
  const hadFocus = useRef(false);
  const suggestedAt = useMemo(() => {
    const found: Record<string, Cell[]> = {};
    for (const { site, cells } of suggested ?? []) found[site] = [...(found[site] ?? []), ...cells];
    return found;
  }, [suggested]);

  /** What stands in a column is asked about as long as no block is being placed there. */
  const ask = (target: EventTarget, how: "hover" | "focus" | "press") => {
    const column = columnOf(target);
    if (!onAsk || !column || !(target instanceof Element)) return;
    if (Object.keys(glowing).length > 0) return;
    const at = target.closest("[data-column]")!;
    const height = Math.min(peel, built[column.site]?.height(column.x, column.y) ?? 0);
    const level = Number(at.getAttribute("data-level") ?? height);
    // The bare foundation is everywhere: it answers only to a press.
    if (level > 0 || how === "press") onAsk({ thing: { kind: "cube", ...column, level }, at }, how);
  };

  const focus = (column: Column) =>
    root.current
      ?.querySelector<HTMLButtonElement>(`button[data-column="${column.site} ${column.x} ${column.y}"]`)
      ?.focus();

  // What was put somewhere by other means (the key N): the focus follows it, if it is on the plans at all; at once, since
  // an Enter that comes before would show the block at the old column instead of placing it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a cursor that moves takes the focus along
  useLayoutEffect(() => {
    if (cursor && hadFocus.current) focus(cursor);
  }, [cursor?.site, cursor?.x, cursor?.y, view]);

  // A view that hides the focused column must not drop the focus out of the picture.
  useEffect(() => {
    if (hadFocus.current && !root.current?.contains(document.activeElement))
      root.current?.querySelector<HTMLButtonElement>("button[data-column][tabindex='0']")?.focus();
  }, [view]);

  useWheel(root, ghost !== null && play, onTurnWheel);

  // Where the plans do not fit the window, a block that was put down by other means than by pointing is scrolled to.
  const site = ghost?.site;
  const cells = ghost?.cubes.join(" ");
  useEffect(() => {
    if (site && pointed.current?.site !== site) scrollToGhost(root.current!);
  }, [site, cells]);

  const point = (event: PointerEvent) => {
    if (event.pointerType === "touch") return; // a finger does not hover: its tap chooses
    const column = columnOf(event.target);
    if (same(column, pointed.current)) return;
    pointed.current = column;
    if (play) onPoint?.(column);
    onAsk?.(null, "hover");
    ask(event.target, "hover");
  };

  const leave = (event: PointerEvent) => {
    if (event.pointerType === "touch" || !pointed.current) return;
    pointed.current = null;
    if (play) onPoint?.(null);
    onAsk?.(null, "hover");
  };

  const choose = (event: MouseEvent) => {
    const column = columnOf(event.target);
    if (column && play) onChoose?.(column);
    ask(event.target, "press");
  };

  const keys = (event: KeyboardEvent) => {
    const from = columnOf(event.target);
    if (!from || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = STEPS[event.key];
    if (!step) return; // letters turn the block, for whoever holds it
    event.preventDefault();
    event.stopPropagation();
    const next = nextColumn(edition, from, ...step);
    if (next) focus(next);
  };

  const take = (event: React.FocusEvent) => {
    const column = columnOf(event.target);
    if (!column) return;
    hadFocus.current = true;
    setFocused(column);
    // The block comes when it is asked for: whoever only passes by must not lose what else could be done.
    setStops((now) => ({ ...now, [column.site]: columnKey(column.x, column.y) }));
    if (event.target.matches(":focus-visible")) ask(event.target, "focus");
  };

  const drop = (event: React.FocusEvent) => {
    if (columnOf(event.target)) onAsk?.(null, "focus");
    if (event.relatedTarget instanceof Node && root.current?.contains(event.relatedTarget)) return;
    setFocused(null);
    // Without a next element the focused column was taken off the page, or the window lost the focus.
    if (event.relatedTarget) hadFocus.current = false;
  };

  return (
    <div
      ref={root}
      className={styles.flat}
      data-board="flat"
      data-view={view.site === "all" ? "all" : "one"}
      data-dimmed={dimmed}
      style={
        {
          "--columns": sites.reduce((sum, site) => sum + edition.site(site).plan[0]!.length, 0),
          "--rows": Math.max(...sites.map((site) => edition.site(site).plan.length)),
        } as React.CSSProperties
      }
      onPointerOver={point}
      onPointerLeave={leave}
      onClick={choose}
      onKeyDown={keys}
      onFocus={take}
      onBlur={drop}
    >
      <p id={keysId} className="visually-hidden">
        {t("flat.keys")}
      </p>
      <div className={styles.sites}>
        {sites.map((site) => (
          <SiteSheet
            key={site}
            scenery={scenery}
            site={site}
            name={props.siteName(site)}
            holder={standees[site] ? props.holderName(standees[site]) : null}
            built={built[site]}
            hands={hands}
            keysId={keysId}
            ghost={ghost?.site === site ? ghost : null}
            lit={lit.find((it) => it.site === site)?.cells ?? NOTHING}
            suggested={suggestedAt[site] ?? NOTHING}
            glowing={glowing[site]}
            peel={peel}
            cursor={focused?.site === site ? focused : null}
            stop={stops[site] ?? columnKey(...edition.columns(site)[0]!)}
            onAsk={onAsk}
          />
        ))}
      </div>
      <ul className={styles.legend} aria-hidden="true">
        <li className={styles.hollow}>{t("flat.legend_hollow")}</li>
        <li className={styles.glow}>{t("flat.legend_glow")}</li>
        <li className={styles.lit}>{t("flat.legend_lit")}</li>
        {sites.some((site) => edition.site(site).joints.length > 0) && (
          <li className={styles.joint}>{t("flat.legend_joint")}</li>
        )}
      </ul>
    </div>
  );
};

/** Room at the bottom of the plans, under the words about the ghost, and at the top. */
const COVERED = { top: 12, bottom: 64 };

function scrollToGhost(plans: HTMLElement): void {
  const cubes = [...plans.querySelectorAll("[data-above] [data-ghost]")].map((cube) => cube.getBoundingClientRect());
  if (!cubes.length) return;
  const seen = plans.getBoundingClientRect();
  const [top, bottom] = [Math.min(...cubes.map((it) => it.top)), Math.max(...cubes.map((it) => it.bottom))];
  if (top >= seen.top + COVERED.top && bottom <= seen.bottom - COVERED.bottom) return;
  plans.scrollBy({ top: (top + bottom) / 2 - (seen.top + seen.bottom + COVERED.top - COVERED.bottom) / 2 });
}

/** The wheel turns the ghost, unless there is more to scroll to. React's own wheel events cannot be held back. */
function useWheel(
  root: React.RefObject<HTMLDivElement | null>,
  active: boolean,
  turn: BoardProps["onTurnWheel"],
): void {
  useEffect(() => {
    const element = root.current;
    if (!active || !element) return;
    let turned = 0;
    const wheel = (event: WheelEvent) => {
      if (event.ctrlKey || element.scrollHeight > element.clientHeight + 1 || !columnOf(event.target!)) return;
      event.preventDefault();
      turned += event.deltaY;
      if (Math.abs(turned) < NOTCH) return;
      turn?.(turned > 0 ? 1 : -1);
      turned = 0;
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  }, [root, active, turn]);
}
