// The table while a game is played: the picture in the middle, everything else around it.

import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { Placeable, type Ghost } from "../../model/placing";
import { sceneryOf } from "../../model/scenery";
import type { Hand } from "../../model/source";
import type { LiveTable } from "../../net/live";
import type { TableState } from "./state";
import type { Lit } from "../../model/building";
import type { Column } from "../../model/walking";
import { useGraphics } from "../../board/graphics";
import { useStill } from "../../board/still";
import { owing } from "../../model/counted";
import { FROM_AFAR, type View } from "../../board/props";
import { t, tAny } from "../../words/words";
import { usePreferences } from "../../settings/preferences";
import { Actions } from "./Actions";
import { NewVersion } from "./NewVersion";
import { useRoute } from "../route";
import { Announcer } from "./Announcer";
import { AskedBoard, Asking } from "./Asking";
import { Cards } from "./Cards";
import { SoloLine } from "./Challenges";
import { Coaching } from "./coach/Coaching";
import { Ending } from "./Ending";
import { useTableKeys } from "../../hand/keys";
import { Dialog } from "../../kit/Dialog";
import { GhostWords, Refused } from "../../hand/GhostWords";
import { HandOver, useConfirmedSeat } from "./HandOver";
import { keysInWords } from "./keysInWords";
import { Huron } from "./Huron";
import { Journal } from "./Journal";
import { seatName, siteName } from "../../words/names";
import { journalPanels, tablePanels } from "./panels";
import { Snowfall } from "./snowfall/Snowfall";
import { useSnowfall } from "./snowfall/useSnowfall";
import { TopBar } from "./TopBar";
import { Track } from "./Track";
import { Views } from "./Views";
import { useGlance } from "./useGlance";
import { useActing } from "./useActing";
import { useHints, useShownHint } from "./hints/useHints";
import { useSuggested } from "./hints/useSuggested";
import { useSounds } from "./useSounds";
import { useTitle } from "./useTitle";
import { usePlacing } from "../../hand/usePlacing";
import styles from "./Game.module.css";

// Only whoever comes to them needs them.
const Proposed = lazy(() => import("./Agreements").then((module) => ({ default: module.Proposed })));
const TakeOver = lazy(() => import("./SitDown").then((module) => ({ default: module.TakeOver })));
const Photo = lazy(() => import("./Photo").then((module) => ({ default: module.Photo })));
const HintCard = lazy(() => import("./hints/Hints").then((module) => ({ default: module.HintCard })));

interface GameProps {
  state: TableState;
  /** What this person may do; whoever watches has none. */
  hand: Hand | null;
  /** The doors of the table are the server's: links, seats that are taken over. A lesson's table has none. */
  live: LiveTable | null;
  /** What a lesson says: above the cards instead of log and chat, and in short over what hides that; and its site. */
  lesson?: {
    words: ReactNode;
    inShort: ReactNode;
    step: number;
    look: string;
    /** A puzzle tells nothing of what a placement is worth, and shows its answer when that is asked for. */
    blind?: boolean;
    ghost?: Ghost | null;
  };
  /** A game that is watched again: what leads through it, instead of what may be done, and how it goes on. */
  replay?: {
    bar: (ask: (panel: string) => void) => ReactNode;
    motion: "step" | "jump";
    /** What is said of it beside the log. */
    analysis?: ReactNode;
    /** Something else that could have been placed, and others. */
    ghost?: Ghost | null;
    suggested?: readonly Lit[];
  };
}

export function Game(props: GameProps) {
  return (
    <Asking state={props.state}>
      <Playing {...props} />
    </Asking>
  );
}

function Playing({ state, hand, live, lesson, replay }: GameProps) {
  const { snapshot, edition, built } = state;
  const preferences = usePreferences();
  const { offer: offered } = useRoute();
  const [asked, ask] = useState<string | null>(null);
  const close = () => ask(null);
  const toEnd = useCallback(() => ask("end"), []);
  const [view, setView] = useState<View>(FROM_AFAR);
  const [peel, setPeel] = useState(edition.levels);
  const [remembered, setRemembered] = useState<Lit[]>([]);
  const picture = useRef<HTMLDivElement>(null);

  const { trouble, act, takeBack, refused: troubled } = useActing(hand, snapshot.take_back);
  const { seat, cover, confirm } = useConfirmedSeat(snapshot);
  const offer = seat && !cover ? hand?.offer(seat) : null;
  const { position } = snapshot;
  const placeable = useMemo(
    () => (seat && offer && position ? new Placeable(edition, position, built, offer, seat) : null),
    [edition, position, built, offer, seat],
  );
  const hints = useHints(hand, seat, offer ?? null, snapshot);
  const placing = usePlacing(placeable, snapshot, hints.worths, lesson?.blind);
  const hint = useShownHint(hints, placing, troubled);
  const look = useCallback((site: string) => setView(({ asked }) => ({ site, asked: asked + 1 })), []);
  const toLook = lesson?.look;
  const lessonStep = lesson?.step;
  // Each step is looked at anew and whole, also where it is about the same site.
  useEffect(() => {
    if (!toLook || lessonStep === undefined) return;
    look(toLook);
    setPeel(edition.levels);
  }, [toLook, lessonStep, look, edition.levels]);
  const shownView = useGlance(state, view, picture, !replay && !placing.block);
  const graphics = useGraphics();
  const flat = preferences.flat || graphics.drawing() === "none";

  const place = useCallback(() => {
    const legal = placing.ghost?.legal;
    if (seat && legal && !state.busy)
      void act({ by: seat, do: legal.do, block: legal.block, site: legal.site, cubes: legal.cubes });
  }, [act, placing.ghost, seat, state.busy]);

  const chooseColumn = useCallback(
    (column: Column) => {
      const done = placing.pin(column);
      if (done !== "same") return;
      if (preferences.confirm) placing.nextPose();
      else place();
    },
    [placing, place, preferences.confirm],
  );

  // After a click on a button the keys work in the picture at once; whoever walks by Tab stays where they are.
  const toPicture = useCallback((event: React.MouseEvent) => {
    if (event.detail === 0 || !(event.target as Element).closest("button")) return;
    picture.current?.focus({ preventScroll: true });
  }, []);

  // Whoever chose a block by keyboard goes on where it is to stand: at a column of the plans, or in the picture.
  const toPlan = useCallback(() => {
    const column = picture.current?.querySelector<HTMLElement>("button[data-column][tabindex='0']");
    (column ?? picture.current)?.focus({ preventScroll: true });
  }, []);
  // What the key N, a list or a hint shows is shown also where only another site was.
  const shownAt = placing.pinned ? placing.ghost?.site : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever then looks elsewhere may
  useEffect(() => {
    if (flat && shownAt && view.site !== "all" && view.site !== shownAt) look("all");
  }, [flat, shownAt]);

  const [taken, setTaken] = useState(0);
  useEffect(() => {
    if (taken) toPlan();
  }, [taken, toPlan]);

  const askHint = hints.allowed ? hint.ask : null;
  const ifOffered = (...wanted: ("draw" | "end" | "decline" | "pass")[]) => {
    const found = seat && !state.busy && wanted.find((it) => offer?.do.includes(it));
    return found ? () => void act({ by: seat, do: found }) : null;
  };
  const toSite = (site: string) => {
    look(site);
    if (!flat) placing.toSite(site);
  };
  useTableKeys(
    {
      ...{ placing, place, look, toSite, setPeel, edition, nextBest: hint.nextBest, hint: askHint },
      // Plans are walked over by their own columns, which show a block only when asked to.
      walk: flat ? toPlan : placing.move,
      draw: ifOffered("draw"),
      goOn: ifOffered("end", "decline", "pass"),
    },
    preferences.keys ? null : picture,
  );
  const removing = Object.fromEntries(
    seat && offer && !state.busy
      ? offer.unable.map((way) => [way.remove, () => void act({ by: seat, do: "unable", ...way })])
      : [],
  );
  const shownHint = hint.number === null ? null : hints.told;
  const suggested = useSuggested(placing, seat === "winter", shownHint);

  // A list of placements that is not true any more must not come back with the next turn.
  const toPlace = (placing.placeable?.legal.length ?? 0) > 0;
  useEffect(() => {
    if (!toPlace) ask((panel) => (panel === "placements" ? null : panel));
  }, [toPlace]);

  // What was shown out of a dialog stays in the picture until something else is done.
  useEffect(() => setRemembered([]), [placing.block, snapshot.seq]);

  const showing = !useStill() && !flat;
  const snowfall = useSnowfall(replay ? NOTHING : state.log, built, showing);
  const { fallen, shown: counting } = snowfall;
  const [photo, setPhoto] = useState(false);
  const endPhoto = useCallback(() => setPhoto(false), []);
  // While a snowfall is counted the markers have only what was counted.
  const owed = counting?.owed;
  const tallied = useMemo(() => (owed ? { ...state, snapshot: owing(state.snapshot, owed) } : state), [owed, state]);
  useTitle(snapshot, live !== null);
  useSounds(state.log, snapshot, replay?.motion === "jump", live !== null);

  const lit = useMemo(() => (placing.ghost ? placing.lit : remembered), [placing.ghost, placing.lit, remembered]);
  // What was chosen in a dialog is looked at in the picture.
  const shown = (show: () => void) => {
    show();
    close();
    picture.current?.focus();
  };
  const opened = { state, hand, live, replay: replay !== undefined, onShow: setRemembered };
  const journal = journalPanels({ ...opened, analysis: replay?.analysis });
  const panels = tablePanels({
    ...opened,
    ...{ journal, flat, placing, hints, snowing: fallen !== null },
    // The game may have ended by it, and the result be there already.
    onDone: () => ask((panel) => (panel === "links" ? null : panel)),
    lookAt: (site) => {
      close();
      look(site);
    },
    showPlacement: (legal) => shown(() => placing.show(legal)),
    showHint: (number) => shown(() => hint.show(number)),
  });
  const open = panels.find((panel) => panel.id === asked && panel.shown);
  const scenery = useMemo(
    () => sceneryOf(edition, snapshot.game!, snapshot.position!, built),
    [edition, snapshot.game, snapshot.position, built],
  );

  return (
    <div
      className={styles.table}
      data-part="table"
      data-phase={snapshot.position?.phase}
      data-status={snapshot.status}
      data-seq={snapshot.seq}
      data-busy={state.busy}
      data-placing={placing.ghost !== null && placing.pinned}
      data-lesson={lesson !== undefined}
      data-replay={replay !== undefined}
      data-photo={photo}
    >
      <TopBar state={tallied} journal={!lesson} links={live !== null} ask={ask} />

      <Track snapshot={tallied.snapshot} edition={edition} />

      {lesson?.words}

      {/* An application to whoever listens: its keys are the table's own, not those of a reader of pages. */}
      <div
        ref={picture}
        className={styles.picture}
        data-part="picture"
        role="application"
        aria-label={t("table.picture")}
        aria-describedby="table-keys"
        tabIndex={0}
      >
        <p id="table-keys" className="visually-hidden">
          {keysInWords(snapshot.options.hints)}
        </p>
        <AskedBoard
          scenery={scenery}
          ghost={replay?.ghost ?? lesson?.ghost ?? placing.ghost}
          lit={counting?.lit ?? lit}
          counting={counting?.counting ?? null}
          suggested={replay?.suggested ?? suggested}
          glowing={placing.glowing}
          dimmed={placing.ghost !== null && placing.pinned}
          cursor={flat ? (placing.pinned ? placing.column : null) : placing.cursor}
          peel={peel}
          view={counting?.view ?? shownView}
          hands={photo ? "look" : "play"}
          quality={preferences.quality}
          motion={replay?.motion ?? "step"}
          siteName={(site) => siteName(edition, site)}
          holderName={(holder) => (holder === "player" ? t("name.you_alone") : seatName(snapshot, holder))}
          onPoint={placing.point}
          onChoose={chooseColumn}
          onTurnWheel={placing.nextPose}
          flat={flat}
          loading={<p className={styles.loading}>{t("table.loading")}</p>}
        />
        <Views
          {...{ edition, solo: snapshot.options.mode === "solo", view, look, peel, setPeel, toPicture }}
          onPhoto={flat ? null : () => setPhoto(true)}
        />
        {placing.refused ? (
          <Refused why={placing.refused} />
        ) : (
          placing.ghost && (
            <GhostWords placing={placing} snapshot={snapshot} edition={edition} confirm={preferences.confirm} />
          )
        )}
        {shownHint && (
          <Suspense fallback={null}>
            <HintCard
              {...{ snapshot, edition, told: shownHint, number: hint.number!, busy: state.busy }}
              onShow={hint.show}
              onClose={hint.close}
              onNumbers={() => ask("hints")}
              onTake={({ action }) => void act(action)}
            />
          </Suspense>
        )}
        {!replay && <Ending {...{ state, setView }} counting={fallen !== null} pictured={!flat} open={toEnd} />}
        {!replay && snapshot.proposal && (
          <Suspense>
            <Proposed snapshot={snapshot} />
          </Suspense>
        )}
        {live && <NewVersion state={state} />}
        {(state.link === "lost" || state.error) && (
          <p className={styles.lost} role="status">
            {state.link === "lost" ? t("table.lost") : tAny(`error.${state.error}`, "error.other")}
          </p>
        )}
      </div>

      {/* Beside the picture, never over it: it speaks of what is to be seen there. */}
      {live && (
        <Coaching
          state={state}
          block={placing.block}
          placing={placing.ghost !== null}
          paused={fallen !== null || open !== undefined || snapshot.status === "over"}
          quiet={shownHint !== null}
        />
      )}

      <div className={styles.bottom}>
        {/* Before the side in the order of Tab: whoever plays by keyboard need not walk through the log to draw a card. */}
        {replay ? (
          replay.bar(ask)
        ) : (
          <Actions
            state={state}
            snapshot={snapshot}
            edition={edition}
            seat={cover ? null : seat}
            covered={cover !== null}
            placing={placing}
            busy={state.busy}
            trouble={trouble}
            act={act}
            place={place}
            takeBack={takeBack}
            onPlacements={() => {
              hint.weigh();
              ask("placements");
            }}
            onHint={askHint}
            hinting={hints.busy}
            onEnd={() => ask("end")}
            toPicture={toPicture}
          />
        )}

        <aside className={styles.side}>
          <Cards
            snapshot={snapshot}
            edition={edition}
            removing={removing}
            placing={placing}
            onStock={() => ask("stock")}
            onTaken={() => setTaken((times) => times + 1)}
            toPicture={toPicture}
          />
          <SoloLine snapshot={snapshot} edition={edition} onOpen={() => ask("challenges")} />
          {!lesson && <Journal panels={journal} watching={state.watching} />}
        </aside>
      </div>

      {seat && !cover && (snapshot.offers[seat]?.order ?? 0) > 0 && (
        <Huron
          key={`${seat} ${JSON.stringify(snapshot.foresight[seat])}`}
          snapshot={snapshot}
          edition={edition}
          seat={seat}
          act={act}
          busy={state.busy}
          note={lesson?.inShort}
        />
      )}
      {live && offered && (
        <Suspense>
          <TakeOver live={live} state={state} />
        </Suspense>
      )}
      {cover && <HandOver name={seatName(snapshot, cover)} onConfirm={confirm} />}
      {fallen && (
        <Snowfall
          key={fallen.level}
          {...{ fallen, edition, snapshot }}
          showing={showing}
          onBoard={snowfall.onBoard}
          onClose={snowfall.close}
        />
      )}
      {photo && (
        <Suspense>
          <Photo onEnd={endPhoto} />
        </Suspense>
      )}
      <Announcer state={state} snapshot={snapshot} edition={edition} />

      {open && (
        <Dialog key={open.id} title={open.title} onClose={close}>
          <Suspense fallback={<p>{t("table.loading")}</p>}>{open.view()}</Suspense>
        </Dialog>
      )}
    </div>
  );
}

/** Where a game is watched again, no snowfall stops it. */
const NOTHING: TableState["log"] = [];
