// The table of a game that is watched again, with what leads through it.

import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { beside, courseOf } from "../../model/course";
import { Game } from "../table/Game";
import { UNLINKED, type TableState } from "../table/state";
import { Bar } from "./Bar";
import type { Watched } from "./ReplayPage";

/** How long a moment is looked at while the game plays by itself, in milliseconds. */
const PACE = 1_000;

/** How long somebody stays at a moment until the address is that of it, in milliseconds. */
const STAY = 250;

/** The moment of an address, counted from 0; the first where it names none. */
function momentOfAddress(): number {
  const at = Number(new URLSearchParams(location.hash.slice(1)).get("at"));
  return Number.isSafeInteger(at) ? at : 0;
}

export function Replay({ game, table }: { game: Watched; table: string }) {
  const { source, timeline } = game;
  const shown = useSyncExternalStore(source.subscribe, source.getState)!;
  const moment = useSyncExternalStore(source.subscribe, source.moment);
  const course = useMemo(() => courseOf(timeline), [timeline]);
  const [motion, setMotion] = useState<"step" | "jump">("jump");
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const last = source.length - 1;

  // Only the next moment is stepped to: whatever else is new is there at once.
  const seek = useCallback(
    (to: number) => {
      setMotion(to === source.moment() + 1 ? "step" : "jump");
      source.seek(to);
    },
    [source],
  );
  const go = useCallback(
    (to: number) => {
      setPlaying(false);
      seek(to);
    },
    [seek],
  );

  useEffect(() => {
    if (!table) return;
    const follow = (): void => go(momentOfAddress());
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [table, go]);
  useEffect(() => {
    if (!table) return;
    const timer = setTimeout(
      () => history.replaceState(null, "", moment ? `#at=${moment}` : location.pathname + location.search),
      STAY,
    );
    return () => clearTimeout(timer);
  }, [table, moment]);

  useEffect(() => {
    if (!playing) return;
    if (moment === last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => seek(moment + 1), PACE / speed);
    return () => clearTimeout(timer);
  }, [playing, moment, last, speed, seek]);

  const play = useCallback(() => {
    if (!playing && source.moment() === last) seek(0); // from the end it begins anew
    setPlaying(!playing);
  }, [playing, last, source, seek]);

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const { target } = event;
      if (target instanceof Element && target.closest("input:not([type=range]), select, textarea, dialog")) return;
      // Space presses a button that has the focus.
      if (event.key === " " && target instanceof Element && target.closest("button, a, summary")) return;
      const now = source.moment();
      const turn = (step: 1 | -1): number => beside(course.turns, now, step, source.length);
      const snow = (step: 1 | -1): number => beside(course.snowfalls, now, step, source.length);
      switch (event.key) {
        case "ArrowRight":
          go(event.shiftKey ? turn(1) : now + 1);
          break;
        case "ArrowLeft":
          go(event.shiftKey ? turn(-1) : now - 1);
          break;
        case "PageDown":
          go(snow(1));
          break;
        case "PageUp":
          go(snow(-1));
          break;
        case "Home":
          go(0);
          break;
        case "End":
          go(last);
          break;
        case " ":
          play();
          break;
        default:
          return;
      }
      // Before the picture walks over its columns, and the slider takes a step of its own.
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener("keydown", press, true);
    return () => removeEventListener("keydown", press, true);
  }, [course, source, last, go, play]);

  const state = useMemo((): TableState => ({ ...shown, ...UNLINKED, present: shown.snapshot.game!.seats }), [shown]);
  return (
    <Game
      state={state}
      hand={null}
      live={null}
      replay={{
        motion,
        bar: (ask) => (
          <Bar
            {...{ game, table, moment, course, playing, play, speed, setSpeed, go }}
            table={table}
            snapshot={shown.snapshot}
            onResult={() => ask("end")}
          />
        ),
      }}
    />
  );
}
