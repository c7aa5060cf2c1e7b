// The table's links and doors during a game, as the content of a dialog: watching, handing over, leaving, closing.

import { useState } from "react";
import type { LiveTable } from "../../net/live";
import type { TableState } from "./state";
import type { Chair } from "../../protocol";
import { SERVERLESS } from "../../protocol/root";
import { rest } from "../../net/rest";
import { seats } from "../../net/seats";
import { DayAside } from "../days/DayAside";
import { go } from "../route";
import { t, useLanguage } from "../../words/words";
import { useAttempt } from "../../net/attempt";
import { Confirm } from "../../kit/Confirm";
import { Problem } from "../../kit/Fields";
import { chairName } from "../../words/people";
import { SeatMark } from "../../board/icons/SeatMark";
import { Proposing } from "./Agreements";
import { DuplicateLink, isSealed, NoProof } from "./Series";
import { ShareLink } from "./ShareLink";
import { TurnNotices } from "./turn/TurnNotices";
import formStyles from "../../kit/form.module.css";
import chairsStyles from "./chairs.module.css";

export function Links({ live, state, onDone }: { live: LiveTable; state: TableState; onDone: () => void }) {
  useLanguage();
  const { busy, code, attempt } = useAttempt();
  const snapshot = state.snapshot;
  const kept = seats.table(live.id);
  const tokens = kept?.tokens ?? {};
  const host = kept?.host;
  const playing = snapshot.status === "playing";
  const mine = snapshot.seats.filter((chair) => snapshot.you.includes(chair.seat) && tokens[chair.seat] !== undefined);
  const token = host ?? tokens[mine[0]?.seat ?? ""];
  const absent = snapshot.seats.filter(
    (chair) =>
      chair.kind === "person" &&
      !chair.away &&
      !snapshot.you.includes(chair.seat) &&
      !state.present.includes(chair.seat),
  );

  return (
    <div className={`${formStyles.form} ${formStyles.inDialog}`}>
      <NoProof snapshot={snapshot} />
      <DayAside snapshot={snapshot} />
      <DuplicateLink snapshot={snapshot} />
      {!isSealed(snapshot) && (
        <ShareLink label={t("links.watch")} line={t("links.watch.line")} path={`/t/${live.id}`} />
      )}
      {playing &&
        mine.map((chair) => (
          <MySeat
            key={chair.seat}
            chair={chair}
            token={tokens[chair.seat]!}
            live={live}
            offered={!SERVERLESS && !snapshot.options.day}
          />
        ))}
      <TurnNotices snapshot={snapshot} />
      <Proposing snapshot={snapshot} onDone={onDone} />
      {playing && token && absent.length > 0 && (
        <section>
          <h3>{t("links.absent")}</h3>
          <p className={formStyles.faint}>{t("links.absent.line")}</p>
          <ul className={chairsStyles.chairs}>
            {absent.map((chair) => (
              <li key={chair.seat} className={chairsStyles.chair}>
                <SeatMark seat={chair.seat} />
                <b>{chairName(chair)}</b>
                <div className={formStyles.buttons}>
                  <button
                    type="button"
                    className="button"
                    disabled={busy}
                    onClick={() => void attempt(() => rest.standIn(live.id, chair.seat, token))}
                  >
                    {t("links.standIn")}
                  </button>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {playing && host && (
        <section>
          <h3>{t("waiting.host")}</h3>
          <Confirm
            label={t("links.close")}
            question={t("links.close.question")}
            disabled={busy}
            onConfirm={() => void attempt(() => rest.close(live.id, host))}
          />
        </section>
      )}
      <Problem code={code} />
    </div>
  );
}

interface MySeatProps {
  chair: Chair;
  token: string;
  live: LiveTable;
  /** Somebody else may take it over: a day's game is ended by whoever began it. */
  offered: boolean;
}

function MySeat({ chair, token, live, offered }: MySeatProps) {
  const { busy, code, attempt } = useAttempt();
  const [offer, setOffer] = useState<string | null>(null);
  const leave = async () => {
    await rest.leave(live.id, chair.seat, token);
    go("/"); // the token stays: whoever comes back plays on
  };
  return (
    <section>
      <h3 className={formStyles.withMark}>
        <SeatMark seat={chair.seat} />
        {t("links.seat", { name: chair.name })}
      </h3>
      {!offered ? null : offer ? (
        <ShareLink label={t("links.offer.link")} line={t("links.offer.line")} path={`/t/${live.id}#offer=${offer}`} />
      ) : (
        <div className={formStyles.actions}>
          <button
            type="button"
            className="button"
            disabled={busy}
            onClick={() => void attempt(async () => setOffer((await rest.offer(live.id, chair.seat, token)).code))}
          >
            {t("links.offer")}
          </button>
          <small>{t("links.offer.line")}</small>
        </div>
      )}
      <Confirm
        label={t("links.leave")}
        question={t("links.leave.question")}
        disabled={busy}
        onConfirm={() => void attempt(leave)}
      />
      <Problem code={code} />
    </section>
  );
}
