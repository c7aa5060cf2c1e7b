// A table by its id: before, during and after its game.

import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { LiveTable } from "../../net/live";
import { preferred } from "../../settings/preferences";
import { loadScene } from "../../board/loadScene";
import { Graphics, GraphicsContext } from "../../board/graphics";
import { go } from "../route";
import { speakAlso, t, tAny, useLanguage } from "../../words/words";
import { Game } from "./Game";
import type { TableState } from "./state";
import styles from "./TablePage.module.css";

// Whoever comes to a game that is being played needs nothing of what was before it.
const Waiting = lazy(async () => {
  const [module] = await Promise.all([import("./Waiting"), speakAlso("aside")]);
  return { default: module.Waiting };
});

export function TablePage({ id }: { id: string }) {
  useLanguage();
  const [live, setLive] = useState<LiveTable | null>(null);
  useEffect(() => {
    const made = new LiveTable(id);
    setLive(made);
    return () => made.close();
  }, [id]);
  const [graphics] = useState(() => new Graphics());
  useEffect(() => prepare(graphics), [graphics]);
  if (!live) return <Message text={t("table.loading")} />;
  return (
    <GraphicsContext value={graphics}>
      <Followed live={live} />
    </GraphicsContext>
  );
}

/** While the table is on its way: fetch the picture's script, and wake the graphics. */
function prepare(graphics: Graphics): void {
  if (preferred().flat) return;
  // Whoever shows the picture asks for it again, and hears of it if it cannot be had.
  loadScene().catch(() => undefined);
  setTimeout(() => graphics.drawing());
}

function Followed({ live }: { live: LiveTable }) {
  const table = useSyncExternalStore(live.subscribe, live.getState);
  const line = useSyncExternalStore(live.subscribe, live.getLine);
  const state = useMemo((): TableState | null => table && { ...table, ...line }, [table, line]);
  const over = state?.snapshot.status === "over" && state.whole && state.snapshot.you.length > 0;
  useEffect(() => {
    // A game of mine becomes a part of my story.
    const ended = over && live.getState();
    if (ended)
      void import("../story/remembering").then(
        (story) => story.remembering(ended),
        () => undefined,
      );
  }, [over, live]);
  if (!state) {
    const { error } = line;
    return error ? (
      <Message text={tAny(`error.${error}`, "error.other")} home />
    ) : (
      <Message text={t("table.loading")} />
    );
  }
  const { status, position, you } = state.snapshot;
  if (status === "waiting")
    return (
      <Suspense fallback={<Message text={t("table.loading")} />}>
        <Waiting live={live} state={state} />
      </Suspense>
    );
  if (status === "closed" && !position) return <Message text={t("table.closed")} home />;
  return <Game state={state} hand={you.length ? live.hand : null} live={live} />;
}

function Message({ text, home = false }: { text: string; home?: boolean }) {
  return (
    <main className={styles.message}>
      <p role="status">{text}</p>
      {home && (
        <button className="button primary" onClick={() => go("/")}>
          {t("table.home")}
        </button>
      )}
    </main>
  );
}
