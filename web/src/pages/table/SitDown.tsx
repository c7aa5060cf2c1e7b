// Taking a seat: an open one before the game, or one that was offered by link.

import { useState } from "react";
import type { TableState, TableStore } from "../../net/live";
import { rest } from "../../net/rest";
import { seats } from "../../net/seats";
import { forgetCodes, useRoute } from "../route";
import { t, useLanguage } from "../../words/words";
import { colourName } from "../../words/names";
import { useAttempt } from "../../net/attempt";
import { Choices, Line, Problem } from "../../kit/Fields";
import "../../kit/forms.css";
import { callMe, cleaned, NAME, useName } from "../../settings/me";
import { randomWords } from "../../net/shuffle";
import { SeatMark } from "../../board/icons/SeatMark";

/** `invite` is null at a public table; `other` seats somebody else at this device. */
export function SitDown({
  store,
  state,
  invite,
  other = false,
}: {
  store: TableStore;
  state: TableState;
  invite: string | null;
  other?: boolean;
}) {
  const { busy, code, attempt } = useAttempt();
  const me = useName();
  const [typed, type] = useState<string | null>(null);
  const [chosen, choose] = useState<string | null>(null);
  const snapshot = state.snapshot!;
  const open = snapshot.seats.filter((chair) => chair.kind === "open").map((chair) => chair.seat);
  const seat = chosen !== null && open.includes(chosen) ? chosen : open[0];
  const name = cleaned(typed ?? (other ? "" : me), NAME) || (other ? t("home.seat.guest") : me);
  if (!seat) return null;

  const sit = () =>
    attempt(async () => {
      const words = randomWords();
      const seated = await rest.join(store.id, { name, seat, words, ...(invite ? { invite } : {}) });
      if (!other) callMe(name);
      seats.hold(store.id, snapshot.options.title, seated.seat, seated.token);
      const kept = seats.table(store.id);
      if (kept && invite) seats.keep({ ...kept, invite });
      forgetCodes();
      store.reopen();
    });

  return (
    <form
      className="home-form"
      onSubmit={(event) => {
        event.preventDefault();
        void sit();
      }}
    >
      <Line
        label={t(other ? "waiting.sit.otherName" : "settings.name")}
        value={typed ?? (other ? "" : me)}
        most={NAME}
        placeholder={name}
        onChange={type}
      />
      <Choices
        compact
        legend={t("waiting.sit.colour")}
        value={seat}
        choices={open.map((it) => ({
          value: it,
          label: state.edition ? colourName(state.edition, it) : it,
          mark: <SeatMark seat={it} />,
        }))}
        onChange={choose}
      />
      <div className="home-actions">
        <button type="submit" className="button primary home-big" disabled={busy}>
          {t("waiting.sit.as", { name })}
        </button>
      </div>
      <Problem code={code} />
    </form>
  );
}

/** Whoever comes by a link `#offer=CODE` may take that seat over, before or during the game; else nothing is shown. */
export function TakeOver({ store, state }: { store: TableStore; state: TableState }) {
  useLanguage();
  const { offer } = useRoute();
  const { busy, code, attempt } = useAttempt();
  const me = useName();
  const [typed, type] = useState<string | null>(null);
  if (!offer || !state.snapshot) return null;
  const name = cleaned(typed ?? me, NAME) || me;
  const title = state.snapshot.options.title;

  const take = () =>
    attempt(async () => {
      const seated = await rest.takeOver(store.id, { name, offer });
      callMe(name);
      seats.hold(store.id, title, seated.seat, seated.token);
      forgetCodes();
      store.reopen();
    });

  return (
    <section className="home-panel" aria-labelledby="home-take-over">
      <h2 id="home-take-over">{t("waiting.takeOver")}</h2>
      <form
        className="home-form"
        onSubmit={(event) => {
          event.preventDefault();
          void take();
        }}
      >
        <p className="home-lead">{t("waiting.takeOver.lead")}</p>
        <Line label={t("settings.name")} value={typed ?? me} most={NAME} onChange={type} />
        <div className="home-actions">
          <button type="submit" className="button primary" disabled={busy}>
            {t("waiting.takeOver.as", { name })}
          </button>
          <button type="button" className="button" onClick={forgetCodes}>
            {t("waiting.takeOver.no")}
          </button>
        </div>
        <Problem code={code} />
      </form>
    </section>
  );
}
