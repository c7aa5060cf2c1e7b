// The table of a game that is watched again, with what leads through it.

import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { beside, courseOf } from "../../model/course";
import type { Lit } from "../../model/building";
import type { Edition } from "../../model/edition";
import { seats } from "../../net/seats";
import { SERVERLESS } from "../../protocol/root";
import type { ChoiceTold } from "../../protocol";
import { Game } from "../table/Game";
import { UNLINKED, type TableState } from "../table/state";
import { Analysis, mistakes } from "./Analysis";
import { Bar } from "./Bar";
import type { Watched } from "./ReplayPage";
import { ghostOf, TryAgain } from "./TryAgain";
import { useAnalysis } from "./useAnalysis";

/** How long a moment is looked at while the game plays by itself, in milliseconds. */
const PACE = 1_000;

/** How long somebody stays at a moment until the address is that of it, in milliseconds. */
const STAY = 250;

/** What has keys of its own: fields, tabs and groups of things to ask about, which arrows walk through, and dialogs. */
const ITS_OWN = "input:not([type=range]), select, textarea, dialog, [role=tab], [data-asked-group] [data-ask]";

/** The moment of an address, counted from 0; the first where it names none. */
function momentOfAddress(): number {
  const at = Number(new URLSearchParams(location.hash.slice(1)).get("at"));
  return Number.isSafeInteger(at) ? at : 0;
}

/** Where the other alternatives would stand. */
function placesOf({ choice, number }: { choice: ChoiceTold; number: number }, edition: Edition): Lit[] {
  const others = choice.alternatives.filter((_, place) => place !== number).map((it) => ghostOf(it, edition));
  return others.flatMap((ghost) => (ghost ? [{ site: ghost.site, cells: ghost.cubes }] : []));
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

  // A record may be brought in the address, with its first moment.
  useEffect(() => {
    if (!table) go(momentOfAddress());
  }, [table, go]);
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

  // A game that was given up is not analysed.
  const analysed = !SERVERLESS && timeline.at(last).snapshot.position?.result ? table : "";
  const analysing = useAnalysis(analysed);
  const analysis = analysing.told?.analysis ?? null;
  const [again, setAgain] = useState<string | null>(null);
  const trying = again !== null && analysis !== null;

  useEffect(() => {
    if (trying) return; // the table's own keys work there, and nobody sees the replay
    const press = (event: KeyboardEvent): void => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const { target } = event;
      if (target instanceof Element && target.closest(ITS_OWN)) return;
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
  }, [trying, course, source, last, go, play]);

  const marks = useMemo(() => analysis?.choices.filter(({ verdict }) => verdict !== null) ?? [], [analysis]);
  const [looked, setLooked] = useState<{ choice: ChoiceTold; number: number } | null>(null);
  // An alternative is shown where it could have been chosen, until somebody goes elsewhere.
  const alternative = looked && looked.choice.moment - 1 === moment ? looked : null;
  const show = useCallback(
    (choice: ChoiceTold, number: number) => {
      go(choice.moment - 1);
      setLooked({ choice, number });
    },
    [go],
  );
  const before = useCallback((choice: ChoiceTold) => timeline.at(choice.moment - 1).snapshot, [timeline]);
  const byAnother = useCallback(
    (choice: ChoiceTold) => {
      const event = timeline.at(choice.moment).log.at(-1);
      return event?.kind === "moved" && (event.how === "stand_in" || event.how === "clock");
    },
    [timeline],
  );
  const held = Object.keys(seats.table(table)?.tokens ?? {});
  const persons = shown.snapshot.seats.filter((chair) => chair.kind === "person").map((chair) => chair.seat);
  const mine = persons.filter((seat) => held.length === 0 || held.includes(seat));

  const state = useMemo((): TableState => ({ ...shown, ...UNLINKED, present: shown.snapshot.game!.seats }), [shown]);
  if (trying)
    return (
      <TryAgain
        {...{ game, table, bot: analysis.bot }}
        choices={mistakes(analysis, again, byAnother)}
        leave={(to) => {
          setAgain(null);
          go(to);
        }}
      />
    );
  return (
    <Game
      state={state}
      hand={null}
      live={null}
      replay={{
        motion,
        ghost: alternative && ghostOf(alternative.choice.alternatives[alternative.number]!, game.edition),
        ...(alternative && { suggested: placesOf(alternative, game.edition) }),
        analysis: analysed && (
          <Analysis
            {...{ analysing, before, moment, go, show, mine, byAnother }}
            snapshot={shown.snapshot}
            edition={game.edition}
            shown={alternative}
            tryAgain={(seat) => {
              setPlaying(false);
              setAgain(seat);
            }}
          />
        ),
        bar: (ask) => (
          <Bar
            {...{ game, table, moment, course, marks, playing, play, speed, setSpeed, go }}
            seek={seek}
            snapshot={shown.snapshot}
            onResult={() => ask("end")}
          />
        ),
      }}
    />
  );
}
