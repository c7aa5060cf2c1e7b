// The table's links and doors during a game, as the content of a dialog: watching, handing over, leaving, closing.

import { useState } from "react";
import type { TableState, TableStore } from "../../net/live";
import type { Chair } from "../../protocol";
import { rest } from "../../net/rest";
import { seats } from "../../net/seats";
import { go } from "../route";
import { t, useLanguage } from "../../words/words";
import { useAttempt } from "../../net/attempt";
import { Confirm } from "../../kit/Confirm";
import { Problem } from "../../kit/Fields";
import "../../kit/forms.css";
import { chairName } from "../../words/people";
import { SeatMark } from "../../board/icons/SeatMark";
import { ShareLink } from "./ShareLink";

export function Links({ store, state }: { store: TableStore; state: TableState }) {
  useLanguage();
  const { busy, code, attempt } = useAttempt();
  const snapshot = state.snapshot!;
  const kept = seats.table(store.id);
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
    <div className="home-form home-dialog">
      <ShareLink label={t("links.watch")} line={t("links.watch.line")} path={`/t/${store.id}`} />
      {playing && mine.map((chair) => <MySeat key={chair.seat} chair={chair} token={tokens[chair.seat]!} store={store} />)}
      {playing && token && absent.length > 0 && (
        <section>
          <h3>{t("links.absent")}</h3>
          <p className="home-faint">{t("links.absent.line")}</p>
          <ul className="home-chairs">
            {absent.map((chair) => (
              <li key={chair.seat} className="home-chair">
                <SeatMark seat={chair.seat} />
                <b>{chairName(chair)}</b>
                <div className="home-buttons">
                  <button
                    type="button"
                    className="button"
                    disabled={busy}
                    onClick={() => void attempt(() => rest.standIn(store.id, chair.seat, token))}
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
            onConfirm={() => void attempt(() => rest.close(store.id, host))}
          />
        </section>
      )}
      <Problem code={code} />
    </div>
  );
}

function MySeat({ chair, token, store }: { chair: Chair; token: string; store: TableStore }) {
  const { busy, code, attempt } = useAttempt();
  const [offer, setOffer] = useState<string | null>(null);
  const leave = async () => {
    await rest.leave(store.id, chair.seat, token);
    go("/"); // the token stays: whoever comes back plays on
  };
  return (
    <section>
      <h3 className="home-with-mark">
        <SeatMark seat={chair.seat} />
        {t("links.seat", { name: chair.name })}
      </h3>
      {offer ? (
        <ShareLink
          label={t("links.offer.link")}
          line={t("links.offer.line")}
          path={`/t/${store.id}#offer=${offer}`}
        />
      ) : (
        <div className="home-actions">
          <button
            type="button"
            className="button"
            disabled={busy}
            onClick={() => void attempt(async () => setOffer((await rest.offer(store.id, chair.seat, token)).code))}
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
