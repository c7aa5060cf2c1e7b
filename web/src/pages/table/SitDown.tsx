// Taking a seat: an open one before the game, or one that was offered by link.

import { useState } from "react";
import type { LiveTable } from "../../net/live";
import type { TableState } from "./state";
import { rest } from "../../net/rest";
import { seats } from "../../net/seats";
import { forgetCodes, useRoute } from "../route";
import { t, useLanguage } from "../../words/words";
import { colourName } from "../../words/names";
import { useAttempt } from "../../net/attempt";
import { Choices, Line, Problem } from "../../kit/Fields";
import { callMe, cleaned, NAME, useName } from "../../settings/me";
import { randomWords } from "../../net/shuffle";
import { SeatMark } from "../../board/icons/SeatMark";
import { WaysToLearn } from "./NewHere";
import formStyles from "../../kit/form.module.css";

/** `invite` is null at a public table; `other` seats somebody else at this device. */
export function SitDown({
  live,
  state,
  invite,
  other = false,
}: {
  live: LiveTable;
  state: TableState;
  invite: string | null;
  other?: boolean;
}) {
  const { busy, code, attempt } = useAttempt();
  const me = useName();
  const [typed, type] = useState<string | null>(null);
  const [chosen, choose] = useState<string | null>(null);
  const snapshot = state.snapshot;
  const open = snapshot.seats.filter((chair) => chair.kind === "open").map((chair) => chair.seat);
  const seat = chosen !== null && open.includes(chosen) ? chosen : open[0];
  const name = cleaned(typed ?? (other ? "" : me), NAME) || (other ? t("home.seat.guest") : me);
  if (!seat) return null;

  const sit = () =>
    attempt(async () => {
      const words = randomWords();
      const seated = await rest.join(live.id, { name, seat, words, ...(invite ? { invite } : {}) });
      if (!other) callMe(name);
      seats.hold(live.id, snapshot.options.title, seated.seat, seated.token);
      const kept = seats.table(live.id);
      if (kept && invite) seats.keep({ ...kept, invite });
      forgetCodes();
      live.reopen();
    });

  return (
    <form
      className={formStyles.form}
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
          label: colourName(state.edition, it),
          mark: <SeatMark seat={it} />,
        }))}
        onChange={choose}
      />
      <div className={formStyles.actions}>
        <button type="submit" className={`button primary ${formStyles.big}`} disabled={busy}>
          {t("waiting.sit.as", { name })}
        </button>
      </div>
      <Problem code={code} />
    </form>
  );
}

/** Whoever comes by a link `#offer=CODE` may take that seat over, before or during the game; else nothing is shown. */
export function TakeOver({ live, state }: { live: LiveTable; state: TableState }) {
  useLanguage();
  const { offer } = useRoute();
  const { busy, code, attempt } = useAttempt();
  const me = useName();
  const [typed, type] = useState<string | null>(null);
  if (!offer) return null;
  const name = cleaned(typed ?? me, NAME) || me;
  const title = state.snapshot.options.title;

  const take = () =>
    attempt(async () => {
      const seated = await rest.takeOver(live.id, { name, offer });
      callMe(name);
      seats.hold(live.id, title, seated.seat, seated.token);
      forgetCodes();
      live.reopen();
    });

  return (
    <section className={formStyles.panel} aria-labelledby="home-take-over">
      <h2 id="home-take-over">{t("waiting.takeOver")}</h2>
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void take();
        }}
      >
        <p className={formStyles.lead}>{t("waiting.takeOver.lead")}</p>
        <WaysToLearn />
        <Line label={t("settings.name")} value={typed ?? me} most={NAME} onChange={type} />
        <div className={formStyles.actions}>
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
