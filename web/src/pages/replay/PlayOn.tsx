// Another game from this moment on, against bots.

import { useState } from "react";
import { SeatMark } from "../../board/icons/SeatMark";
import { Choices, Pick, Problem } from "../../kit/Fields";
import formStyles from "../../kit/form.module.css";
import { useAttempt } from "../../net/attempt";
import { useOfferings } from "../../net/offerings";
import { rest } from "../../net/rest";
import { seats } from "../../net/seats";
import type { Snapshot } from "../../protocol";
import { callMe, myName } from "../../settings/me";
import { botSeconds } from "../../settings/pace";
import { preferred } from "../../settings/preferences";
import { seatName } from "../../words/names";
import { botName } from "../../words/people";
import { t } from "../../words/words";
import { go } from "../route";
import type { Watched } from "./ReplayPage";

/** Whom one plays against where nobody was chosen before. */
const USUAL = "artisan";

export function PlayOn({
  game,
  table,
  snapshot,
  moment,
}: {
  game: Watched;
  table: string;
  snapshot: Snapshot;
  moment: number;
}) {
  const { bots } = useOfferings();
  const { busy, code, attempt } = useAttempt();
  const alone = snapshot.options.mode === "solo";
  const [seat, setSeat] = useState(snapshot.position!.active);
  const [wanted, setBot] = useState<string>(preferred().opponents[0] ?? USUAL);
  const bot = bots.includes(wanted) ? wanted : (bots[0] ?? USUAL);
  const play = async () => {
    callMe(myName());
    const source = table ? { table } : { record: await (await game.record()).text() };
    const asked = { name: myName(), moment, bot, bot_seconds: botSeconds(), ...(alone ? {} : { seat }) };
    const made = await rest.playOn({ ...source, ...asked });
    const { tokens, host, invite } = made;
    seats.keep({ table: made.table, title: "", tokens, host, invite, at: Date.now() });
    go(`/t/${made.table}`);
  };
  return (
    <form
      className={`${formStyles.form} ${formStyles.inDialog}`}
      data-part="play-on"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(play);
      }}
    >
      <p>{t("playon.line")}</p>
      {!alone && (
        <>
          <Choices
            legend={t("playon.seat")}
            value={seat}
            choices={snapshot.game!.seats.map((it) => ({
              value: it,
              label: seatName(snapshot, it),
              mark: <SeatMark seat={it} />,
            }))}
            onChange={setSeat}
          />
          <Pick
            label={t("playon.bot")}
            value={bot}
            options={bots.map((it) => ({ value: it, label: botName(it) }))}
            onChange={setBot}
          />
        </>
      )}
      <Problem code={code} />
      <button type="submit" className="button primary" data-first disabled={busy || bots.length === 0}>
        {t("playon.go", { moment })}
      </button>
    </form>
  );
}
