// The log of the game in words, each line able to show its cubes again; and the chat.

import { useEffect, useId, useMemo, useRef, useState, type FormEvent, type ReactNode } from "react";
import type { Edition } from "../../model/edition";
import type { TableState, TableStore } from "../../net/live";
import type { Snapshot } from "../../protocol";
import { Refusal } from "../../net/rest";
import type { Lit } from "../../model/building";
import { t, tAny, useLanguage } from "../../words/words";
import { seatName } from "../../words/names";
import { narrate, type Line } from "../../words/narrate";

interface JournalProps {
  store: TableStore;
  state: TableState;
  snapshot: Snapshot;
  edition: Edition;
  onShow: (lit: Lit[]) => void;
}

/** The log and the chat; `more` is a page of its own behind them. */
export function Journal({ more, ...props }: JournalProps & { more?: { title: string; page: ReactNode } | null }) {
  const [page, setPage] = useState<"log" | "chat" | "more">("log");
  return (
    <section className="journal">
      <div role="tablist" className="journal-tabs">
        {(["log", "chat"] as const).map((tab) => (
          <button
            key={tab}
            role="tab"
            aria-selected={page === tab}
            className="button quiet"
            onClick={() => setPage(tab)}
          >
            {t(`journal.${tab}`)}
            {tab === "chat" && props.snapshot.chat.length > 0 && ` (${props.snapshot.chat.length})`}
          </button>
        ))}
        {more && (
          <button role="tab" aria-selected={page === "more"} className="button quiet" onClick={() => setPage("more")}>
            {more.title}
          </button>
        )}
        {props.state.watching > 0 && (
          <span className="journal-watching">{t("journal.watching", { count: props.state.watching })}</span>
        )}
      </div>
      {page === "more" && more ? more.page : page === "chat" ? <Chat {...props} /> : <Log {...props} />}
    </section>
  );
}

function Log({ state, snapshot, edition, onShow }: JournalProps) {
  const language = useLanguage();
  const lines = useMemo(
    () => state.log.flatMap((event) => narrate(event, snapshot, edition)),
    // The names at the table change rarely, the log with each event; who sits at this device decides what may be read.
    [state.log, snapshot.seats, snapshot.you, edition, language],
  );
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // Some browsers answer with a promise, which an effect must not return.
    void end.current?.scrollIntoView({ block: "nearest" });
  }, [lines.length]);
  return (
    <ol className="log" aria-label={t("journal.log")}>
      {lines.map((line, number) => (
        <LogLine key={`${line.seq}-${number}`} line={line} onShow={onShow} />
      ))}
      <li ref={end} aria-hidden="true" />
    </ol>
  );
}

function LogLine({ line, onShow }: { line: Line; onShow: (lit: Lit[]) => void }) {
  return (
    <li className={`log-line log-${line.kind}`}>
      {line.lit.length ? (
        <button
          className="log-show"
          onMouseEnter={() => onShow(line.lit)}
          onMouseLeave={() => onShow([])}
          onFocus={() => onShow(line.lit)}
          onBlur={() => onShow([])}
          onClick={() => onShow(line.lit)}
        >
          {line.text}
        </button>
      ) : (
        line.text
      )}
    </li>
  );
}

function Chat({ store, snapshot }: JournalProps) {
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState<string | null>(null);
  const [chosen, choose] = useState<string | null>(null);
  const id = useId();
  const { you } = snapshot;
  // Several at one device: whose turn it is speaks, unless somebody else is chosen.
  const turn = snapshot.asks.find((ask) => you.includes(ask.seat))?.seat;
  const seat = chosen && you.includes(chosen) ? chosen : (turn ?? you[0]);
  const say = async (event: FormEvent) => {
    event.preventDefault();
    const line = text.trim();
    if (!line || !seat) return;
    try {
      await store.say(seat, line);
      setText("");
      setTrouble(null);
    } catch (error) {
      if (error instanceof Refusal) setTrouble(tAny(`error.${error.code}`, "error.other"));
    }
  };
  return (
    <div className="chat">
      <ol className="log" aria-label={t("journal.chat")} aria-live="polite">
        {snapshot.chat.map((said) => (
          <li key={said.seq}>
            <strong className={`chat-name colour-${said.seat}`}>{said.name}</strong> {said.text}
          </li>
        ))}
      </ol>
      {seat && (
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
    </div>
  );
}
