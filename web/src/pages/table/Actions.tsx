// What can be done now: one bar that always says whose turn it is and offers the next step.

import { useEffect, useRef, useState, type ReactNode } from "react";
import type { Edition } from "../../model/edition";
import type { TableState } from "./state";
import { serverTime } from "../../net/clock";
import type { Action, Ask, BotReadying, Snapshot } from "../../protocol";
import { useAttempt } from "../../net/attempt";
import { rest } from "../../net/rest";
import { seats } from "../../net/seats";
import { Problem } from "../../kit/Fields";
import { RuleLink } from "../../kit/RuleLink";
import { BlockIcon } from "../../board/icons/Shape";
import { t } from "../../words/words";
import { siteSetAside } from "./Challenges";
import { narrate } from "../../words/narrate";
import { blockName, seatName, shapeName, siteName } from "../../words/names";
import { AllyChip } from "./AllyChip";
import { askedBy } from "../../model/rules";
import { doubled } from "../../model/scores";
import { holderOf } from "../../model/table";
import { PoseBar } from "../../hand/PoseBar";
import { HintButton } from "./hints/HintButton";
import { WinterBar } from "./hints/WinterBar";
import type { PlacingState } from "../../hand/usePlacing";
import blockStyles from "../../hand/block.module.css";
import styles from "./Actions.module.css";

interface ActionsProps {
  state: TableState;
  snapshot: Snapshot;
  edition: Edition;
  seat: string | null;
  /** The device is being handed over: nothing of whoever had it before is offered. */
  covered: boolean;
  placing: PlacingState;
  busy: boolean;
  trouble: ReactNode;
  act: (action: Action) => Promise<void>;
  place: () => void;
  takeBack: () => void;
  onPlacements: () => void;
  /** Ask for a hint; null where there is none to be had. */
  onHint: (() => void) | null;
  /** One is being thought of. */
  hinting: boolean;
  onEnd: () => void;
  /** Something of the block was chosen by pointer: the keys belong to the picture then. */
  toPicture: (event: React.MouseEvent) => void;
}

export function Actions(props: ActionsProps) {
  const { snapshot, seat, covered, trouble, takeBack, busy } = props;
  const back = !covered && snapshot.take_back && snapshot.you.includes(holderOf(snapshot.take_back));
  const section = useFocusKept(busy);
  return (
    <section
      ref={section}
      className={styles.actions}
      data-part="actions"
      aria-label={t("actions.title")}
      onKeyDown={(event) => {
        // The focus goes on by itself: a key that is held down must not press what comes next.
        if (event.repeat && event.key === "Enter") event.preventDefault();
      }}
    >
      {trouble && (
        <p className={styles.trouble} role="alert">
          {trouble}
        </p>
      )}
      <div className={styles.row}>
        {snapshot.status === "over" ? (
          <>
            <p className={styles.prompt} data-part="prompt" tabIndex={-1}>
              {t("actions.over")}
            </p>
            <button className="button primary" onClick={props.onEnd}>
              {t("end.title")}
            </button>
          </>
        ) : snapshot.status === "closed" ? (
          <p className={styles.prompt} data-part="prompt" tabIndex={-1}>
            {t("table.closed")}
          </p>
        ) : seat ? (
          <Offered {...props} seat={seat} />
        ) : (
          <Others {...props} />
        )}
        {back && (
          <button
            className={`button ${styles.back}`}
            data-part="take-back"
            aria-label={t("actions.take_back")}
            disabled={busy}
            onClick={takeBack}
          >
            <span aria-hidden="true">↶</span> <span className={styles.backWords}>{t("actions.take_back")}</span>
          </button>
        )}
      </div>
    </section>
  );
}

/** A button that is pressed often goes, and the focus would go with it: it is passed on to the next step, or to the words
 * that say what is waited for. The next step is never one that spends an ally. */
function useFocusKept(busy: boolean): React.RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  const had = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const went = (event: Event) => {
      const to = event.target;
      if (!(to instanceof HTMLElement)) return;
      if (section.current?.contains(to)) {
        if (event.type === "focusin") had.current = to;
      } else if (!to.closest("dialog")) {
        had.current = null; // elsewhere of their own accord; a dialog is only in between
      }
    };
    document.addEventListener("focusin", went);
    document.addEventListener("pointerdown", went);
    return () => {
      document.removeEventListener("focusin", went);
      document.removeEventListener("pointerdown", went);
    };
  }, []);
  useEffect(() => {
    const now = document.activeElement;
    if (busy || !had.current || (now && now !== document.body && !now.matches(":disabled"))) return;
    const left = had.current.isConnected && !had.current.matches(":disabled") ? had.current : null;
    const next =
      left ??
      section.current?.querySelector<HTMLElement>(".primary:not(:disabled)") ??
      section.current?.querySelector<HTMLElement>("[data-part='prompt']");
    next?.focus({ preventScroll: true });
  });
  return section;
}

function Others({ state, snapshot, edition }: ActionsProps) {
  const names = snapshot.asks.map((ask) => seatName(snapshot, ask.seat)).join(", ");
  // What was done last, in words: on a phone the log is not in sight, and Winter's reasons are worth reading.
  const last = state.log.slice(-1).flatMap((event) => narrate(event, snapshot, edition));
  const away = (seat: string) => snapshot.seats.some((chair) => chair.seat === seat && chair.away);
  const readying = state.readying.filter(
    (bot) => !away(bot.seat) && snapshot.asks.some((ask) => ask.seat === bot.seat),
  );
  return (
    <>
      <p className={styles.prompt} data-part="prompt" role="status" tabIndex={-1}>
        {last.length > 0 && <small className={styles.lastWords}>{last.map((line) => line.text).join(" ")}</small>}
        {names && t("actions.waiting", { name: names })}{" "}
        <Countdown ask={snapshot.asks.find((ask) => ask.deadline !== null)} />
      </p>
      {/* Said once, and not again with every percent. */}
      <p className="visually-hidden" role="status">
        {readying.map((bot) => readyingWords(bot, snapshot)).join(" ")}
      </p>
      {readying.map((bot) => (
        <GettingReady key={bot.seat} bot={bot} snapshot={snapshot} />
      ))}
    </>
  );
}

const readyingWords = (bot: BotReadying, snapshot: Snapshot): string =>
  t(bot.failed ? "actions.readying.failed" : "actions.readying", { name: seatName(snapshot, bot.seat) });

/** A bot that cannot play yet: how far it is, and the choice to let another play for it. */
function GettingReady({ bot, snapshot }: { bot: BotReadying; snapshot: Snapshot }) {
  const { busy, code, attempt } = useAttempt();
  const kept = seats.table(snapshot.table);
  const token = kept?.host ?? kept?.tokens[snapshot.you[0] ?? ""];
  const words = readyingWords(bot, snapshot);
  const percent = Math.min(99, Math.floor(bot.progress * 100)); // what is compiled has still to be loaded
  return (
    <>
      <p className={styles.prompt} data-part="readying">
        {bot.failed ? words : t("actions.readying.so_far", { words, percent })}
      </p>
      {token && (
        <button
          type="button"
          className="button"
          data-do="stand-in"
          disabled={busy}
          onClick={() => void attempt(() => rest.standIn(snapshot.table, bot.seat, token))}
        >
          {t("links.standIn")}
        </button>
      )}
      <Problem code={code} />
    </>
  );
}

/** Keys that do the same; spending an ally has none. */
const SHORTCUTS: Partial<Record<string, string>> = { draw: "D", end: "E", decline: "E", pass: "E" };

const ALLIES = ["fille", "coureur", "huron"] as const;

function Offered(props: ActionsProps & { seat: string }) {
  const { state, snapshot, edition, seat, placing, busy, act } = props;
  const offer = snapshot.offers[seat];
  const position = snapshot.position!;
  const ask = snapshot.asks.find((it) => it.seat === seat);
  const plain = (action: "draw" | "decline" | "end" | "pass", text: string, primary = false) =>
    offer?.do.includes(action) ? (
      <button
        key={action}
        className={`button ${primary ? "primary" : ""}`}
        data-do={action}
        aria-keyshortcuts={SHORTCUTS[action]}
        disabled={busy}
        onClick={() => void act({ by: seat, do: action })}
      >
        {text}
      </button>
    ) : null;
  if (!offer) return null;
  if (seat === "winter")
    return (
      <WinterBar
        {...{ offer, placing, edition, busy, act }}
        place={props.place}
        onPlacements={props.onPlacements}
        onHint={props.onHint}
        hinting={props.hinting}
      />
    );
  if (placing.ghost)
    return (
      <PoseBar
        placing={placing}
        edition={edition}
        solo={snapshot.options.mode === "solo"}
        busy={busy}
        place={props.place}
        toPicture={props.toPicture}
      />
    );
  const active = seatName(snapshot, position.active);
  const several = snapshot.you.length > 1;
  const free = position.phase === "place" ? siteSetAside(snapshot) : null;
  // What Winter did, and why, until one does something oneself: on a phone the log is not in sight.
  const winter = state.log
    .slice(-1)
    .filter((event) => event.kind === "moved" && event.events.some((it) => it.event === "winter_chose"))
    .flatMap((event) => narrate(event, snapshot, edition))
    .filter((line) => line.kind !== "turn_began");
  // A Huron that looks has been played: what is left is the order of the cards.
  const allies = ALLIES.filter((ally) => offer.do.includes(ally) && !(ally === "huron" && offer.order));
  return (
    <>
      <p className={styles.prompt} data-part="prompt" role="status" tabIndex={-1}>
        {winter.length > 0 && <small className={styles.lastWords}>{winter.map((line) => line.text).join(" ")}</small>}
        {several && <strong>{seatName(snapshot, seat)}</strong>}
        {several && " · "}
        {prompt(position.phase, offer.do, placing.block !== null, doubled(state.log), {
          name: active,
          points: position.points,
          required: position.solo?.required_site != null,
        })}{" "}
        {position.solo?.required_site && position.phase === "place" && (
          <em>{t("actions.required_site", { site: siteName(edition, position.solo.required_site) })}</em>
        )}{" "}
        {free && <em>{t("actions.site_free", { site: siteName(edition, free) })}</em>}{" "}
        {position.claim && <em>{t("actions.claim", { shape: shapeName(edition, position.claim.shape) })}</em>}{" "}
        <Countdown ask={ask} />
      </p>
      {plain("draw", t("actions.draw"), true)}
      {plain("decline", t("actions.decline"), true)}
      {plain("end", t("actions.end"), true)}
      {plain("pass", t("actions.pass"), true)}
      {allies.map((ally) => (
        <AllyChip key={ally} {...{ ally, seat, snapshot, edition, busy, act }} />
      ))}
      {offer.placements.length > 0 && (
        <button className={`button ${styles.listed}`} aria-label={t("placements.button")} onClick={props.onPlacements}>
          {t("placements.button")}
        </button>
      )}
      {offer.do.includes("unable") && <Unable {...props} />}
      {props.onHint && <HintButton busy={props.hinting} onClick={props.onHint} />}
      {/* Before the words for the eye, behind the buttons for whoever goes by Tab. */}
      <span className={styles.rule}>
        <RuleLink brief number={askedBy(position, offer.do, snapshot.options.mode === "solo")} />
      </span>
    </>
  );
}

const where = () => (matchMedia("(pointer: coarse)").matches ? t("prompt.tap") : t("prompt.point"));

function prompt(
  phase: string,
  can: string[],
  chosen: boolean,
  afterDoubling: boolean,
  { required, ...parameters }: { name: string; points: number; required: boolean },
): string {
  switch (phase) {
    case "turn":
      if (!can.includes("bonus")) return t("prompt.turn");
      return chosen ? where() : t("prompt.turn_bonus");
    case "draw":
      return t("prompt.draw");
    case "place":
      if (can.includes("place")) return chosen ? where() : t("prompt.place");
      // Under a constraint a visible shape may well fit another site (CHA-5).
      return t(required ? "prompt.unable_site" : "prompt.unable");
    case "fille":
      return t("prompt.fille", { points: parameters.points });
    case "coureur":
      return t(afterDoubling ? "prompt.coureur_doubled" : "prompt.coureur", {
        ...parameters,
        half: Math.floor(parameters.points / 2),
      });
    case "close":
      return t("prompt.close");
    case "claimed":
      return chosen ? where() : t("prompt.claimed", { name: parameters.name });
    case "due":
      return chosen ? `${t("prompt.due")} ${where()}` : t("prompt.due");
    default:
      return t("prompt.look");
  }
}

/** Nothing can be placed: which card, and which block goes to the box with it (UNA, SOL-10). */
function Unable({ snapshot, edition, seat, busy, act }: ActionsProps & { seat: string }) {
  const ways = snapshot.offers[seat]!.unable;
  return (
    <details className={styles.unable}>
      <summary className="button">{t("actions.unable")}</summary>
      <ul>
        {ways.map((way) => (
          <li key={way.remove}>
            <button
              className={blockStyles.block}
              disabled={busy}
              data-do="unable"
              onClick={() => void act({ by: seat, do: "unable", ...way })}
            >
              <BlockIcon edition={edition} block={way.remove} size={40} /> {blockName(edition, way.remove)}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Countdown({ ask }: { ask: Ask | undefined }) {
  const [now, setNow] = useState(() => serverTime());
  const deadline = ask?.deadline ?? null;
  useEffect(() => {
    if (deadline === null) return;
    setNow(serverTime());
    const timer = setInterval(() => setNow(serverTime()), 500);
    return () => clearInterval(timer);
  }, [deadline]);
  if (deadline === null) return null;
  const left = Math.max(0, Math.ceil((deadline - now) / 1000));
  const text =
    left >= 3600 ? `${Math.round(left / 3600)} h` : left >= 90 ? `${Math.round(left / 60)} min` : `${left} s`;
  return (
    <span className={styles.countdown} data-urgent={left <= 10} role="timer">
      ⏳ {text}
    </span>
  );
}
