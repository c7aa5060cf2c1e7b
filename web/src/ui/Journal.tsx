// The log of the game in words, each line able to show its cubes again; and the chat.

import { useEffect, useMemo, useRef, useState, type FormEvent } from "react";
import type { Edition } from "../game/edition";
import type { TableState, TableStore } from "../game/store";
import type { Snapshot } from "../net/protocol";
import { Refusal } from "../net/rest";
import type { Lit } from "../scene/props";
import { t, tAny, useLanguage } from "../words/words";
import { narrate, type Line } from "./narrate";

interface JournalProps {
  store: TableStore;
  state: TableState;
  snapshot: Snapshot;
  edition: Edition;
  onShow: (lit: Lit[]) => void;
}

export function Journal(props: JournalProps) {
  const [page, setPage] = useState<"log" | "chat">("log");
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
        {props.state.watching > 0 && (
          <span className="journal-watching">{t("journal.watching", { count: props.state.watching })}</span>
        )}
      </div>
      {page === "log" ? <Log {...props} /> : <Chat {...props} />}
    </section>
  );
}

function Log({ state, snapshot, edition, onShow }: JournalProps) {
  const language = useLanguage();
  const lines = useMemo(
    () => state.log.flatMap((event) => narrate(event, snapshot, edition)),
    // The names at the table change rarely, the log with each event.
    [state.log, snapshot.seats, edition, language],
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
  const seat = snapshot.you[0];
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
          <label className="visually-hidden" htmlFor="chat-text">
            {t("chat.label")}
          </label>
          <input
            id="chat-text"
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
