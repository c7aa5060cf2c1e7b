// What is said at the table.

import { useId, useState, type FormEvent } from "react";
import type { Hand } from "../../model/source";
import { Refusal } from "../../net/rest";
import type { Snapshot } from "../../protocol";
import { mute, useMuted } from "../../settings/muted";
import { seatName } from "../../words/names";
import { t, tAny } from "../../words/words";
import logStyles from "./Log.module.css";
import styles from "./Chat.module.css";

export function Chat({ hand, snapshot }: { hand: Hand | null; snapshot: Snapshot }) {
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState<string | null>(null);
  const [chosen, choose] = useState<string | null>(null);
  const id = useId();
  const { you } = snapshot;
  const muted = useMuted(snapshot.table);
  const said = snapshot.chat.filter((line) => !muted.includes(line.seat));
  const others = snapshot.seats.filter((chair) => chair.kind === "person" && !you.includes(chair.seat));
  // Several at one device: whose turn it is speaks, unless somebody else is chosen.
  const turn = snapshot.asks.find((ask) => you.includes(ask.seat))?.seat;
  const seat = chosen && you.includes(chosen) ? chosen : (turn ?? you[0]);
  const say = async (event: FormEvent) => {
    event.preventDefault();
    const line = text.trim();
    if (!line || !seat) return;
    // At once: it is not sent twice where the answer takes its time, and the next line can be written meanwhile.
    setText("");
    setTrouble(null);
    try {
      await hand?.say?.(seat, line);
    } catch (error) {
      setText((since) => since || line);
      if (error instanceof Refusal) setTrouble(tAny(`error.${error.code}`, "error.other"));
    }
  };
  return (
    <div className={styles.chat}>
      <ol className={logStyles.log} aria-label={t("journal.chat")} aria-live="polite">
        {said.map((said) => (
          <li key={said.seq}>
            <strong>{said.name}</strong> {said.text}
          </li>
        ))}
      </ol>
      {seat && hand?.say && (
        <form onSubmit={(event) => void say(event)}>
          {you.length > 1 && (
            <select aria-label={t("chat.as")} value={seat} onChange={(event) => choose(event.target.value)}>
              {you.map((own) => (
                <option key={own} value={own}>
                  {seatName(snapshot, own)}
                </option>
              ))}
            </select>
          )}
          <label className="visually-hidden" htmlFor={id}>
            {t("chat.label")}
          </label>
          <input
            id={id}
            value={text}
            maxLength={300}
            placeholder={t("chat.label")}
            onChange={(event) => setText(event.target.value)}
          />
          <button className="button">{t("chat.send")}</button>
        </form>
      )}
      {trouble && <p role="alert">{trouble}</p>}
      {others.length > 0 && (
        <p className={styles.muting} role="group" aria-label={t("chat.muting")}>
          {others.map((chair) => (
            <button
              key={chair.seat}
              type="button"
              className="button quiet"
              data-do="mute"
              aria-pressed={muted.includes(chair.seat)}
              onClick={() => mute(snapshot.table, chair.seat, !muted.includes(chair.seat))}
            >
              {t(muted.includes(chair.seat) ? "chat.unmute" : "chat.mute", { name: chair.name })}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}
