// The table while a game is played: the picture in the middle, everything else around it.

import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { Placeable } from "../../model/placing";
import { sceneryOf } from "../../model/scenery";
import type { Hand } from "../../model/source";
import type { LiveTable } from "../../net/live";
import type { TableState } from "./state";
import { Links } from "./Links";
import { Settings } from "../../settings/Settings";
import { TakeOver } from "./SitDown";
import type { Action } from "../../protocol";
import { Refusal } from "../../net/rest";
import { go } from "../route";
import type { Lit } from "../../model/building";
import type { Column } from "../../model/walking";
import { useGraphics } from "../../board/graphics";
import { useStill } from "../../board/still";
import { owing } from "../../model/counted";
import { FROM_AFAR, type View } from "../../board/props";
import { capital, named, t, tAny } from "../../words/words";
import { usePreferences } from "../../settings/preferences";
import { Actions } from "./Actions";
import { Announcer } from "./Announcer";
import { AlsoAsked, AskedBoard, Asking } from "./Asking";
import { Afterwards } from "./Afterwards";
import { Cards } from "./Cards";
import { Challenges, challengesMet, SoloLine } from "./Challenges";
import { Chat } from "./Chat";
import { Coaching } from "./coach/Coaching";
import { useTableKeys } from "../../hand/keys";
import { Dialog } from "../../kit/Dialog";
import { RuleLink } from "../../kit/RuleLink";
import type { Panel } from "../../kit/panels";
import { GhostWords, Refused } from "../../hand/GhostWords";
import { HandOver, useConfirmedSeat } from "./HandOver";
import { Help, keysInWords } from "./Help";
import { Huron } from "./Huron";
import { Journal } from "./Journal";
import { Log } from "./Log";
import { seatName, siteName } from "../../words/names";
import { Placements } from "../../hand/Placements";
import { Players } from "./Players";
import { Result } from "./Result";
import { SiteWords } from "./SiteWords";
import { Snowfall, type OnBoard } from "./snowfall/Snowfall";
import { useSnowfall } from "./snowfall/useSnowfall";
import { Stock } from "./Stock";
import { Track } from "./Track";
import { useHints, useShownHint } from "./hints/useHints";
import { useSuggested } from "./hints/useSuggested";
import { useSounds } from "./useSounds";
import { useTitle } from "./useTitle";
import { usePlacing } from "../../hand/usePlacing";
import playersStyles from "./Players.module.css";
import resultStyles from "./Result.module.css";
import narrowStyles from "./narrow.module.css";
import styles from "./Game.module.css";

// Only who asks for hints needs them.
const HintCard = lazy(() => import("./hints/Hints").then((module) => ({ default: module.HintCard })));
const HintNumbers = lazy(() => import("./hints/Hints").then((module) => ({ default: module.HintNumbers })));

interface GameProps {
  state: TableState;
  /** What this person may do; whoever watches has none. */
  hand: Hand | null;
  /** The doors of the table are the server's: links, seats that are taken over. A lesson's table has none. */
  live: LiveTable | null;
  /** What a lesson says: above the cards instead of log and chat, and in short over what hides that; and its site. */
  lesson?: { words: ReactNode; inShort: ReactNode; step: number; look: string };
  /** A game that is watched again: what leads through it, instead of what may be done, and how it goes on. */
  replay?: { bar: (ask: (panel: string) => void) => ReactNode; motion: "step" | "jump" };
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
  const [asked, ask] = useState<string | null>(null);
  const close = () => ask(null);
  const [view, setView] = useState<View>(FROM_AFAR);
  const [peel, setPeel] = useState(edition.levels);
  const [remembered, setRemembered] = useState<Lit[]>([]);
  const [trouble, setTrouble] = useState<ReactNode>(null);
  /** A column that was chosen although the block cannot stand there. */
  const [refused, setRefused] = useState<Column | null>(null);
  const picture = useRef<HTMLDivElement>(null);

  const { seat, cover, confirm } = useConfirmedSeat(snapshot);
  const offer = seat && !cover ? hand?.offer(seat) : null;
  const { position } = snapshot;
  const placeable = useMemo(
    () => (seat && offer && position ? new Placeable(edition, position, built, offer, seat) : null),
    [edition, position, built, offer, seat],
  );
  const hints = useHints(hand, seat, offer ?? null, snapshot);
  const placing = usePlacing(placeable, snapshot, hints.worths);
  const hint = useShownHint(hints, placing, (error) => {
    if (error instanceof Refusal) setTrouble(refusalText(error));
    else throw error;
  });
  const look = useCallback((site: string) => setView(({ asked }) => ({ site, asked: asked + 1 })), []);
  const toLook = lesson?.look;
  const lessonStep = lesson?.step;
  // Each step is looked at anew and whole, also where it is about the same site.
  useEffect(() => {
    if (!toLook || lessonStep === undefined) return;
    look(toLook);
    setPeel(edition.levels);
  }, [toLook, lessonStep, look, edition.levels]);
  const graphics = useGraphics();
  const flat = preferences.flat || graphics.drawing() === "none";

  const act = useCallback(
    async (action: Action) => {
      setTrouble(null);
      try {
        await hand?.play(action);
      } catch (error) {
        if (error instanceof Refusal) setTrouble(refusalText(error));
        else throw error;
      }
    },
    [hand],
  );

  const place = useCallback(() => {
    const legal = placing.ghost?.legal;
    if (seat && legal && !state.busy)
      void act({ by: seat, do: legal.do, block: legal.block, site: legal.site, cubes: legal.cubes });
  }, [act, placing.ghost, seat, state.busy]);

  const takeBack = useCallback(async () => {
    if (!snapshot.take_back) return;
    setTrouble(null);
    try {
      await hand?.takeBack?.(snapshot.take_back);
    } catch (error) {
      if (error instanceof Refusal) setTrouble(refusalText(error));
    }
  }, [hand, snapshot.take_back]);

  const chooseColumn = useCallback(
    (column: Column) => {
      const done = placing.pin(column);
      setRefused(done === "none" && placing.block ? column : null);
      if (done !== "same") return;
      if (preferences.confirm) placing.nextPose();
      else place();
    },
    [placing, place, preferences.confirm],
  );

  // Said until another column is pointed at, or another block is chosen.
  useEffect(() => setRefused(null), [placing.block, placing.placeable]);
  const point = useCallback(
    (column: Column | null) => {
      const same = (at: Column) => column?.site === at.site && column.x === at.x && column.y === at.y;
      setRefused((at) => (at && column && !same(at) ? null : at));
      placing.point(column);
    },
    [placing.point],
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
  const offered = (...wanted: ("draw" | "end" | "decline" | "pass")[]) => {
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
      draw: offered("draw"),
      goOn: offered("end", "decline", "pass"),
    },
    preferences.keys ? null : picture,
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

  const [fallen, closeSnowfall] = useSnowfall(replay ? NOTHING : state.log, built);
  const [counting, setCounting] = useState<OnBoard | null>(null);
  const still = useStill();
  // While a snowfall is counted the markers have only what was counted.
  const tallied = useMemo(() => (counting ? owing(snapshot, counting.owed) : snapshot), [counting, snapshot]);
  useTitle(snapshot, live !== null);
  useSounds(state.log, snapshot, replay?.motion === "jump", live !== null);

  const lit = useMemo(() => (placing.ghost ? placing.lit : remembered), [placing.ghost, placing.lit, remembered]);
  const met = challengesMet(snapshot, edition);
  const journal: Panel[] = [
    {
      id: "log",
      title: t("journal.log"),
      shown: true,
      view: () => <Log state={state} snapshot={snapshot} edition={edition} onShow={setRemembered} />,
    },
    {
      id: "chat",
      title: snapshot.chat.length ? `${t("journal.chat")} (${snapshot.chat.length})` : t("journal.chat"),
      shown: !replay,
      view: () => <Chat hand={hand} snapshot={snapshot} />,
    },
    {
      id: "challenges",
      title: met ?? "",
      shown: met !== null,
      view: () => <Challenges snapshot={snapshot} edition={edition} onShow={setRemembered} />,
    },
  ];
  const panels: Panel[] = [
    {
      id: "links",
      title: t("table.links"),
      shown: live !== null,
      view: () => live && <Links live={live} state={state} />,
    },
    { id: "settings", title: t("table.settings"), shown: true, view: () => <Settings /> },
    {
      id: "help",
      title: t("help.title"),
      shown: true,
      view: () => <Help edition={edition} snapshot={snapshot} flat={flat} />,
    },
    { id: "stock", title: t("stock.title"), shown: true, view: () => <Stock snapshot={snapshot} edition={edition} /> },
    {
      id: "challenges",
      title: t("challenges.title"),
      shown: true,
      view: () => (
        <Challenges
          snapshot={snapshot}
          edition={edition}
          onShow={setRemembered}
          onChosen={(site) => {
            close();
            look(site);
          }}
        />
      ),
    },
    {
      id: "players",
      title: t("players.title"),
      shown: true,
      view: () => <Players state={state} snapshot={snapshot} edition={edition} />,
    },
    {
      id: "journal",
      title: t("journal.title"),
      shown: true,
      // The challenges have a panel of their own where the journal is one.
      view: () => <Journal panels={journal.filter(({ id }) => id !== "challenges")} watching={state.watching} />,
    },
    {
      id: "placements",
      title: t("placements.title"),
      shown: toPlace,
      view: () => (
        <Placements
          placing={placing}
          edition={edition}
          worths={hints.worths}
          onShow={(legal) => {
            placing.show(legal);
            close();
            picture.current?.focus();
          }}
        />
      ),
    },
    {
      id: "hints",
      title: t("hint.title"),
      shown: hints.told !== null,
      view: () => (
        <Suspense fallback={<p>{t("hint.thinking")}</p>}>
          <HintNumbers
            told={hints.told!}
            snapshot={snapshot}
            edition={edition}
            onShow={(number) => {
              hint.show(number);
              close();
              picture.current?.focus();
            }}
          />
        </Suspense>
      ),
    },
    {
      id: "end",
      title: t("end.title"),
      // The last snowfall is counted before the result is told.
      shown: !fallen && Boolean(snapshot.position?.result),
      view: () => (
        <div className={resultStyles.end} data-part="end">
          <Result state={state} snapshot={snapshot} edition={edition} />
          {live && <Coaching inside state={state} block={null} placing={false} />}
          {live && <Afterwards snapshot={snapshot} />}
        </div>
      ),
    },
  ];
  const open = panels.find((panel) => panel.id === asked && panel.shown);
  const peeling = peel === edition.levels ? t("view.peel") : t("view.peeled", { level: peel });
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
    >
      <header className={styles.top} data-part="top">
        <button className="button quiet" onClick={() => go("/")} aria-label={t("table.home")}>
          ⌂
        </button>
        <div className={playersStyles.box}>
          <Players state={state} snapshot={tallied} edition={edition} />
          {/* Where room is short the players appear in brief: all of them are one button for the details. */}
          <button
            className={`${playersStyles.more} ${narrowStyles.narrow}`}
            aria-label={t("players.more")}
            onClick={() => ask("players")}
          />
        </div>
        <nav className={styles.menu} aria-label={t("table.menu")}>
          {!lesson && (
            <button className={`button quiet ${narrowStyles.narrow}`} onClick={() => ask("journal")}>
              {t("journal.title")}
            </button>
          )}
          {live && (
            <button className="button quiet" onClick={() => ask("links")}>
              {t("table.links")}
            </button>
          )}
          <button className="button quiet" aria-label={t("table.settings")} onClick={() => ask("settings")}>
            <span className={narrowStyles.long}>{t("table.settings")}</span>
            <span className={narrowStyles.short}>⚙</span>
          </button>
          <button
            className="button quiet"
            aria-label={t("help.title")}
            title={t("help.title")}
            onClick={() => ask("help")}
          >
            ?
          </button>
        </nav>
      </header>

      <Track snapshot={tallied} edition={edition} />

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
          ghost={placing.ghost}
          lit={counting?.lit ?? lit}
          counting={counting?.counting ?? null}
          suggested={suggested}
          glowing={placing.glowing}
          dimmed={placing.ghost !== null && placing.pinned}
          cursor={flat ? (placing.pinned ? placing.column : null) : placing.cursor}
          peel={peel}
          view={counting?.view ?? view}
          hands="play"
          quality={preferences.quality}
          motion={replay?.motion ?? "step"}
          siteName={(site) => siteName(edition, site)}
          holderName={(holder) => (holder === "player" ? t("name.you_alone") : seatName(snapshot, holder))}
          onPoint={point}
          onChoose={chooseColumn}
          onTurnWheel={placing.nextPose}
          flat={flat}
          loading={<p className={styles.loading}>{t("table.loading")}</p>}
        />
        <div className={styles.views} data-part="views" role="group" aria-label={t("view.title")} onClick={toPicture}>
          <button className="button" aria-pressed={view.site === "all"} onClick={() => look("all")}>
            {t("view.all")}
          </button>
          {edition.told.sites.map((site) => (
            <AlsoAsked
              key={site.id}
              thing={{ kind: "site", site: site.id }}
              className="button"
              aria-label={capital(named(site.names))}
              aria-pressed={view.site === site.id}
              onClick={() => look(site.id)}
            >
              <SiteWords name={capital(named(site.names))} />
            </AlsoAsked>
          ))}
          <button
            className="button"
            aria-label={peeling}
            aria-pressed={peel < edition.levels}
            onClick={() => setPeel((level) => (level === 1 ? edition.levels : level - 1))}
          >
            <span className={narrowStyles.long}>{peeling}</span>
            <span className={narrowStyles.short}>
              ▤ {peel}/{edition.levels}
            </span>
          </button>
        </div>
        {placing.ghost && (
          <GhostWords placing={placing} snapshot={snapshot} edition={edition} confirm={preferences.confirm} />
        )}
        {!placing.ghost && refused && placing.placeable && (
          <Refused why={placing.placeable.elsewhere(refused.site) ? "site" : "other"} />
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
        {state.link === "lost" && (
          <p className={styles.lost} role="status">
            {t("table.lost")}
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
      {live && <TakeOver live={live} state={state} />}
      {cover && <HandOver name={seatName(snapshot, cover)} onConfirm={confirm} />}
      {fallen && (
        <Snowfall
          key={fallen.level}
          {...{ fallen, edition, snapshot }}
          showing={!flat && !still}
          onBoard={setCounting}
          onClose={closeSnowfall}
        />
      )}
      <Announcer state={state} snapshot={snapshot} edition={edition} />
      <AtTheEnd over={snapshot.status === "over" && !replay} open={() => ask("end")} />

      {open && (
        <Dialog key={open.id} title={open.title} onClose={close}>
          {open.view()}
        </Dialog>
      )}
    </div>
  );
}

/** Where a game is watched again, no snowfall stops it. */
const NOTHING: TableState["log"] = [];

/** Opens the result once, when the game ends before one's eyes or was over from the start. */
function AtTheEnd({ over, open }: { over: boolean; open: () => void }) {
  const shown = useRef(false);
  useEffect(() => {
    if (over && !shown.current) open();
    shown.current = over;
  }, [over, open]);
  return null;
}

function refusalText(error: Refusal): ReactNode {
  const why = tAny(`error.${error.code}`, "error.other");
  return (
    <>
      {why} {error.rule && <RuleLink brief number={error.rule} />}
    </>
  );
}
