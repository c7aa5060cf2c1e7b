// The field that finds a rule: by its number or by words, while one types, with the keyboard alone if one likes.

import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from "react";
import type { BookTold } from "../../protocol";
import { t, type Language } from "../../words/words";
import { entriesOf, find, type Piece } from "./finding";
import styles from "./Finder.module.css";

/** `onGo` is told the anchor that was chosen. */
export function Finder({ book, onGo }: { book: BookTold; onGo: (anchor: string) => void }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState("");
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const entries = useMemo(() => entriesOf(book), [book]);
  const found = useMemo(() => find(entries, asked, book.language as Language), [entries, asked, book]);
  const shown = open && asked.trim() !== "";

  // As on many pages that are searched: a slash, wherever one is.
  useEffect(() => {
    const slash = (event: globalThis.KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
      if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    addEventListener("keydown", slash);
    return () => removeEventListener("keydown", slash);
  }, []);

  const choose = (place: number) => {
    setChosen(place);
    list.current?.children[place]?.scrollIntoView({ block: "nearest" });
  };

  const take = (place: number) => {
    const anchor = found[place]?.entry.anchor;
    if (!anchor) return;
    setOpen(false);
    field.current?.blur();
    onGo(anchor);
  };

  const keys = (event: KeyboardEvent) => {
    const last = found.length - 1;
    if (event.key === "ArrowDown") choose(Math.min(chosen + 1, last));
    else if (event.key === "ArrowUp") choose(Math.max(chosen - 1, 0));
    else if (event.key === "Enter") take(chosen);
    else if (event.key === "Escape") {
      if (!shown) setAsked("");
      setOpen(false);
    } else return;
    event.preventDefault();
  };

  return (
    <search className={styles.finder}>
      <label className="visually-hidden" htmlFor={id}>
        {t("book.search")}
      </label>
      <input
        ref={field}
        id={id}
        type="search"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        placeholder={t("book.search.example")}
        value={asked}
        aria-expanded={shown}
        aria-controls={`${id}-found`}
        aria-autocomplete="list"
        aria-activedescendant={shown && found.length ? `${id}-${chosen}` : undefined}
        onChange={(event) => {
          setAsked(event.target.value);
          setChosen(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={(event) => {
          if (!event.relatedTarget || !list.current?.contains(event.relatedTarget)) setOpen(false);
        }}
        onKeyDown={keys}
      />
      <span className={styles.key} aria-hidden="true">
        /
      </span>
      <p className="visually-hidden" role="status">
        {shown && found.length > 0 && t("book.search.found", { count: found.length })}
      </p>
      <div ref={list} id={`${id}-found`} role="listbox" aria-label={t("book.search")} hidden={!shown || !found.length}>
        {found.map(({ entry, heading, excerpt }, place) => (
          <div
            key={entry.anchor}
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            data-part="found"
            aria-selected={place === chosen}
            // The field keeps the focus until the rule has it.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => setChosen(place)}
            onClick={() => take(place)}
          >
            <span className={styles.head}>
              {entry.number && <b>{entry.number}</b>}
              <span>
                <Pieces pieces={heading} />
              </span>
              {entry.chapter && <small>{entry.chapter}</small>}
            </span>
            <span className={styles.excerpt}>
              <Pieces pieces={excerpt} />
            </span>
          </div>
        ))}
      </div>
      {shown && found.length === 0 && (
        <p className={styles.none} role="status">
          {t("book.search.none")}
        </p>
      )}
    </search>
  );
}

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, hit }, place) =>
    hit ? <mark key={place}>{text}</mark> : <span key={place}>{text}</span>,
  );
}
