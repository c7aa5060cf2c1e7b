// A table before its game begins: who is there, who is still expected, and the shuffle everybody has a hand in.

import { useEffect, useRef, useState } from "react";
import type { LiveTable } from "../../net/live";
import type { TableState } from "./state";
import type { Chair } from "../../protocol";
import { SERVERLESS } from "../../protocol/root";
import { rest } from "../../net/rest";
import { UnderWay } from "../../net/underWay";
import { seats } from "../../net/seats";
import { useRoute } from "../route";
import { Header } from "../Header";
import { named, t, useLanguage } from "../../words/words";
import { colourName } from "../../words/names";
import { useAttempt } from "../../net/attempt";
import { Confirm } from "../../kit/Confirm";
import { Line, Problem } from "../../kit/Fields";
import { botName, chairName, tableName } from "../../words/people";
import { useOfferings } from "../../net/offerings";
import { plainWords, randomWords, withoutWords } from "../../net/shuffle";
import { SeatMark } from "../../board/icons/SeatMark";
import { NewHere } from "./NewHere";
import { RulesOfTable } from "./RulesOfTable";
import { DuplicateLink, NoProof } from "./Series";
import { ShareLink } from "./ShareLink";
import { SitDown, TakeOver } from "./SitDown";
import { TurnNotices } from "./turn/TurnNotices";
import { useChosenRules } from "./useChosenRules";
import { particulars } from "../../words/particulars";
import fieldsStyles from "../../kit/Fields.module.css";
import formStyles from "../../kit/form.module.css";
import frontStyles from "../../kit/front.module.css";
import chairsStyles from "./chairs.module.css";
import styles from "./Waiting.module.css";

export function Waiting({ live, state }: { live: LiveTable; state: TableState }) {
  useLanguage();
  const { join } = useRoute();
  const { bots, editions } = useOfferings();
  const { busy, code, attempt } = useAttempt();
  const snapshot = state.snapshot;
  const kept = seats.table(live.id);
  const host = kept?.host;
  // A host may have renewed the invitation since they came by a link themselves.
  const invite = (host && kept?.invite) || join || kept?.invite || null;
  const mine = snapshot.you;
  const tokens = kept?.tokens ?? {};
  const name = tableName(snapshot.options.title, snapshot.seats);
  const open = snapshot.seats.some((chair) => chair.kind === "open");
  const duplicate = snapshot.options.series?.kind === "duplicate";
  const maySit = open && (snapshot.options.public || invite !== null);
  const seat = mine.find((it) => tokens[it] !== undefined);
  const starter = seat ? tokens[seat] : host;

  const [under] = useState(() => new UnderWay());
  useWords(live, state, tokens, under);
  const rules = useChosenRules(snapshot, host, under);
  const begin = async (token: string) => {
    // A game that begins before what was chosen has arrived would be another than the one shown.
    if (await under.settled()) await rest.start(live.id, token);
  };

  useEffect(() => {
    document.title = `${name} · ${t("title")}`;
  }, [name]);

  return (
    <div className={frontStyles.page}>
      <Header />
      <main className={frontStyles.body}>
        <div className={frontStyles.side}>
          <TakeOver live={live} state={state} />
          <section className={formStyles.panel} aria-labelledby="home-table">
            <h1 id="home-table">{snapshot.options.mode === "solo" ? t("home.alone") : name}</h1>
            <p className={formStyles.faint}>
              {[t("home.status.waiting"), ...particulars(snapshot.options)].join(" · ")}
              {state.watching > 0 && ` · ${t("waiting.watching", { count: state.watching })}`}
            </p>
            <Problem code={state.error} />
            {editions[0] && editions[0].digest !== snapshot.edition && (
              <p data-part="edition">{t("editions.this", { name: named(state.edition.told.names) })}</p>
            )}
            {/* First of all for whoever was invited: a seat. */}
            {maySit && mine.length === 0 && (
              <section className={styles.sit} aria-labelledby="home-sit">
                <h2 id="home-sit">{t("waiting.sit")}</h2>
                <SitDown live={live} state={state} invite={invite} />
              </section>
            )}
            {/* What is chosen after the game was begun would come too late for it. */}
            <fieldset className={styles.choosing} disabled={busy}>
              <ul className={chairsStyles.chairs} aria-label={t("home.new.seats")}>
                {snapshot.seats.map((chair) => (
                  <Seat key={chair.seat} {...{ chair, live, state, host, bots, under }} />
                ))}
              </ul>
              {host && !duplicate && <RulesOfTable state={state} rules={rules} />}
            </fieldset>
            {starter ? (
              <div className={formStyles.actions}>
                <button
                  type="button"
                  className={`button primary ${formStyles.big}`}
                  disabled={busy || open}
                  aria-describedby="home-begin"
                  onClick={() => void attempt(() => begin(starter))}
                >
                  {t("waiting.begin")}
                </button>
                <small id="home-begin">{t(open ? "waiting.begin.open" : "waiting.begin.ready")}</small>
              </div>
            ) : (
              <p className={formStyles.faint}>{t(maySit ? "waiting.watch.open" : "waiting.watch")}</p>
            )}
            <Problem code={code} />
          </section>
          {maySit && mine.length === 0 && (
            <NewHere alone={snapshot.options.mode === "solo"} oneCard={snapshot.options.rules.one_card} />
          )}
        </div>
        <div className={frontStyles.side}>
          <section className={formStyles.panel} aria-labelledby="home-links" hidden={SERVERLESS && !maySit}>
            <h2 id="home-links">{t(SERVERLESS ? "waiting.sit.other" : "waiting.links")}</h2>
            <DuplicateLink snapshot={snapshot} />
            {open && invite && (
              <ShareLink
                label={t("waiting.invite")}
                line={t("waiting.invite.line")}
                path={`/t/${live.id}#join=${invite}`}
              />
            )}
            {/* Of a duplicate nothing can be watched. */}
            {!duplicate && <ShareLink label={t("links.watch")} line={t("links.watch.line")} path={`/t/${live.id}`} />}
            {maySit && mine.length > 0 && (
              <details className={formStyles.more}>
                <summary>{t("waiting.sit.other")}</summary>
                {/* A seat taken makes a fresh form for the next person. */}
                <SitDown key={mine.length} other live={live} state={state} invite={invite} />
              </details>
            )}
            <div className={formStyles.form}>
              <TurnNotices snapshot={snapshot} />
            </div>
          </section>
          {snapshot.options.begins === null && !duplicate ? (
            <Shuffle {...{ live, state, tokens, under }} beginning={busy} />
          ) : (
            <section className={formStyles.panel}>
              {duplicate && <p>{t("series.kind.duplicate.line")}</p>}
              <NoProof snapshot={snapshot} />
            </section>
          )}
          {host && <Hosting live={live} host={host} />}
        </div>
      </main>
    </div>
  );
}

/**
 * Every seat of this browser has a hand in the shuffle: those without words are given random ones, once.
 * A game that begins before them would do without, so it waits for those under way.
 */
function useWords(live: LiveTable, state: TableState, tokens: Record<string, string>, under: UnderWay): void {
  const given = useRef(new Set<string>());
  const { whole, log } = state;
  const you = state.snapshot.you;
  useEffect(() => {
    if (!whole) return;
    for (const seat of withoutWords(you, log)) {
      const token = tokens[seat];
      if (!token || given.current.has(token)) continue;
      given.current.add(token);
      // Where it fails, the next news tries again; the game can begin without.
      const failed = () => given.current.delete(token);
      void under.holding(rest.words(live.id, seat, token, randomWords()).then(() => undefined, failed));
    }
  }, [live, you, log, whole, tokens, under]);
}

function Seat({
  chair,
  live,
  state,
  host,
  bots,
  under,
}: {
  chair: Chair;
  live: LiveTable;
  state: TableState;
  host: string | undefined;
  bots: string[];
  under: UnderWay;
}) {
  const { busy, code, attempt } = useAttempt();
  const change = (asked: () => Promise<unknown>): void => void attempt(() => under.holding(asked()));
  const mine = state.snapshot.you.includes(chair.seat);
  // Both tables of a duplicate have the same bots.
  const duplicate = state.snapshot.options.series?.kind === "duplicate";
  const token = seats.table(live.id)?.tokens[chair.seat];
  const colour = state.snapshot.options.mode === "table" ? colourName(state.edition, chair.seat) : "";
  const there = mine
    ? t("waiting.seat.you")
    : chair.kind === "person"
      ? t(state.present.includes(chair.seat) ? "waiting.seat.here" : "waiting.seat.away")
      : chair.kind === "bot"
        ? t("waiting.seat.bot")
        : t("waiting.seat.expected");

  const leave = async () => {
    await rest.leave(live.id, chair.seat, token!);
    seats.hold(live.id, state.snapshot.options.title, chair.seat, null);
    live.reopen();
  };

  return (
    <li className={chairsStyles.chair} data-kind={chair.kind}>
      <SeatMark seat={chair.seat} />
      <div>
        <b>{chairName(chair)}</b>
        <small>{[colour, there].filter(Boolean).join(" · ")}</small>
      </div>
      <div className={formStyles.buttons}>
        {host && chair.kind !== "person" && state.snapshot.options.mode === "table" && !duplicate && (
          <label className={fieldsStyles.field}>
            <span className="visually-hidden">{t("waiting.seat.change", { seat: colour })}</span>
            <select
              value={chair.bot ?? ""}
              disabled={busy}
              onChange={(event) => {
                const bot = event.target.value;
                change(() =>
                  bot ? rest.seatBot(live.id, chair.seat, host, bot) : rest.openSeat(live.id, chair.seat, host),
                );
              }}
            >
              <option value="">{t("home.seat.link")}</option>
              {bots.map((bot) => (
                <option key={bot} value={bot}>
                  {t("home.seat.bot", { name: botName(bot) })}
                </option>
              ))}
            </select>
          </label>
        )}
        {host && chair.kind === "person" && !mine && (
          <button
            type="button"
            className="button"
            disabled={busy}
            aria-label={t("waiting.seat.free.of", { name: chair.name })}
            onClick={() => change(() => rest.openSeat(live.id, chair.seat, host))}
          >
            {t("waiting.seat.free")}
          </button>
        )}
        {mine && token && state.snapshot.options.mode === "table" && (
          <button
            type="button"
            className="button"
            disabled={busy}
            aria-label={t("waiting.seat.leave.of", { name: chair.name })}
            onClick={() => change(leave)}
          >
            {t("waiting.seat.leave")}
          </button>
        )}
      </div>
      <Problem code={code} />
    </li>
  );
}

/** The commitment, and one's own words. The server has random ones of this browser already; typed ones replace them. */
function Shuffle({
  live,
  state,
  tokens,
  under,
  beginning,
}: {
  live: LiveTable;
  state: TableState;
  tokens: Record<string, string>;
  under: UnderWay;
  beginning: boolean;
}) {
  const { busy, code, attempt } = useAttempt();
  const [typed, type] = useState("");
  const [added, setAdded] = useState<string | null>(null);
  const { commitment, you } = state.snapshot;
  const seat = you.find((it) => tokens[it] !== undefined);
  const words = plainWords(typed);
  return (
    <section className={formStyles.panel} aria-labelledby="home-shuffle">
      <h2 id="home-shuffle">{t("waiting.shuffle")}</h2>
      <p>{t("waiting.shuffle.lead")}</p>
      <p className={styles.seal}>
        <span>{t("waiting.shuffle.seal")}</span> <code title={commitment}>{`${commitment.slice(0, 12)}…`}</code>
      </p>
      <details className={formStyles.more}>
        <summary>{t("waiting.shuffle.how")}</summary>
        <p>{t("waiting.shuffle.line")}</p>
        <code className={styles.whole}>{commitment}</code>
      </details>
      {seat && (
        <form
          className={styles.words}
          onSubmit={(event) => {
            event.preventDefault();
            void attempt(async () => {
              await under.holding(rest.words(live.id, seat, tokens[seat]!, words));
              setAdded(words);
              type("");
            });
          }}
        >
          <Line label={t("waiting.shuffle.words")} value={typed} most={128} onChange={type} />
          <button type="submit" className="button" disabled={busy || beginning || !words}>
            {t("waiting.shuffle.add")}
          </button>
          <p role="status" className={formStyles.faint}>
            {added ? t("waiting.shuffle.added", { words: added }) : t("waiting.shuffle.random")}
          </p>
        </form>
      )}
      <Problem code={code} />
    </section>
  );
}

function Hosting({ live, host }: { live: LiveTable; host: string }) {
  const { busy, code, attempt } = useAttempt();
  const renew = async () => {
    const { code: invite } = await rest.invite(live.id, host);
    const kept = seats.table(live.id);
    if (kept) seats.keep({ ...kept, invite });
    live.reopen();
  };
  return (
    <section className={formStyles.panel} aria-labelledby="home-hosting">
      <h2 id="home-hosting">{t("waiting.host")}</h2>
      {!SERVERLESS && (
        <div className={formStyles.actions}>
          <button type="button" className="button" disabled={busy} onClick={() => void attempt(renew)}>
            {t("waiting.host.invite")}
          </button>
          <small>{t("waiting.host.invite.line")}</small>
        </div>
      )}
      <Confirm
        label={t("links.close")}
        question={t("links.close.question")}
        disabled={busy}
        onConfirm={() => void attempt(() => rest.close(live.id, host))}
      />
      <Problem code={code} />
    </section>
  );
}
