// What the people at a table agree on beside the rules: going back, ending the game; and giving it up.

import { Confirm } from "../../kit/Confirm";
import { Problem } from "../../kit/Fields";
import { useAttempt } from "../../net/attempt";
import { rest } from "../../net/rest";
import { seats } from "../../net/seats";
import type { Snapshot } from "../../protocol";
import { seatName } from "../../words/names";
import { t } from "../../words/words";
import formStyles from "../../kit/form.module.css";
import styles from "./Agreements.module.css";

type What = NonNullable<Snapshot["proposal"]>["what"];

/** The seats of this browser, each with what holds it. */
function held(snapshot: Snapshot): [seat: string, token: string][] {
  const tokens = seats.table(snapshot.table)?.tokens ?? {};
  return snapshot.you.flatMap((seat) => (tokens[seat] ? [[seat, tokens[seat]] as [string, string]] : []));
}

/** What is proposed now: over the picture, until it is answered. It keeps nobody from playing on. */
export function Proposed({ snapshot }: { snapshot: Snapshot }) {
  const { busy, code, attempt } = useAttempt();
  const { proposal } = snapshot;
  if (!proposal) return null;
  const own = held(snapshot);
  const asked = own.filter(([seat]) => proposal.waits.includes(seat));
  const [maker] = own.filter(([seat]) => seat === proposal.seat);
  const answer = (agree: boolean) =>
    attempt(async () => {
      // Whoever refuses does so once, whoever agrees does so for everybody who sits at this device.
      const answering = agree ? asked : asked.slice(0, 1);
      for (const [seat, token] of answering) await rest.answer(snapshot.table, seat, token, agree);
    });
  const names = proposal.waits.map((seat) => seatName(snapshot, seat)).join(", ");
  return (
    <section className={styles.proposed} data-part="proposal" role="status">
      <p>
        {t(`agree.asks_${proposal.what}`, { name: seatName(snapshot, proposal.seat) })}{" "}
        {!asked.length && names && t("actions.waiting", { name: names })}
      </p>
      {asked.length > 0 && (
        <>
          <button className="button" data-do="disagree" disabled={busy} onClick={() => void answer(false)}>
            {t("agree.no")}
          </button>
          <button className="button" data-do="agree" disabled={busy} onClick={() => void answer(true)}>
            {t("agree.yes")}
          </button>
        </>
      )}
      {maker && asked.length === 0 && (
        <button
          className="button"
          data-do="withdraw"
          disabled={busy}
          onClick={() => void attempt(() => rest.answer(snapshot.table, ...maker, false))}
        >
          {t("agree.withdraw")}
        </button>
      )}
      <Problem code={code} />
    </section>
  );
}

/** What can be proposed, among the doors of the table. */
export function Proposing({ snapshot, onDone }: { snapshot: Snapshot; onDone: () => void }) {
  const { busy, code, attempt } = useAttempt();
  const own = held(snapshot);
  // Several at one device: whoever acted last, or is to act, asks.
  const [first] = own;
  if (!first || snapshot.status !== "playing") return null;
  const propose = (what: What, [seat, token]: [string, string]) =>
    attempt(async () => {
      await rest.propose(snapshot.table, seat, token, what);
      onDone();
      // Those who sit at the same device have just been asked by its screen.
      for (const [other, key] of own) if (other !== seat) await rest.answer(snapshot.table, other, key, true);
    });
  const concedes = snapshot.options.mode === "solo" || snapshot.game?.seats.length === 2;
  return (
    <section data-part="proposing">
      <h3>{t("agree.title")}</h3>
      {own.map((it) => (
        <div key={it[0]} className={formStyles.actions}>
          <button
            type="button"
            className="button"
            data-do="propose-back"
            disabled={busy || Boolean(snapshot.proposal)}
            onClick={() => void propose("take_back", it)}
          >
            {own.length > 1 ? t("agree.back.of", { name: seatName(snapshot, it[0]) }) : t("agree.back")}
          </button>
          <small>{t("agree.back.line")}</small>
        </div>
      ))}
      <div className={formStyles.actions}>
        <button
          type="button"
          className="button"
          data-do="propose-end"
          disabled={busy || Boolean(snapshot.proposal)}
          onClick={() => void propose("abandon", first)}
        >
          {t("agree.abandon")}
        </button>
        <small>{t("agree.abandon.line")}</small>
      </div>
      {concedes &&
        own.map(([seat, token]) => (
          <Confirm
            key={seat}
            label={own.length > 1 ? t("agree.concede.of", { name: seatName(snapshot, seat) }) : t("agree.concede")}
            question={t("agree.concede.question")}
            disabled={busy}
            onConfirm={() => void attempt(() => rest.concede(snapshot.table, seat, token))}
          />
        ))}
      <Problem code={code} />
    </section>
  );
}

/** How a game ended that the rules did not end. */
export function EndedWords({ snapshot }: { snapshot: Snapshot }) {
  const { ended } = snapshot;
  if (!ended) return null;
  return (
    <p data-part="ended">
      {ended.how === "conceded" && ended.seat
        ? t("agree.conceded", {
            name: seatName(snapshot, ended.seat),
            winner: ended.winners.map((seat) => seatName(snapshot, seat)).join(", "),
          })
        : t("agree.abandoned")}
    </p>
  );
}
