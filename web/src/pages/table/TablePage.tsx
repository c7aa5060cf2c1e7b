// A table by its id: before, during and after its game.

import { useEffect, useState, useSyncExternalStore } from "react";
import { TableStore } from "../../net/live";
import { Waiting } from "./Waiting";
import { preferred } from "../../settings/preferences";
import { loadScene } from "../../board/loadScene";
import { drawing } from "../../board/webgl";
import { go } from "../route";
import { t, tAny, useLanguage } from "../../words/words";
import { Game } from "./Game";
import "./table.css";

export function TablePage({ id }: { id: string }) {
  useLanguage();
  const [store, setStore] = useState<TableStore | null>(null);
  useEffect(() => {
    const made = new TableStore(id);
    setStore(made);
    return () => made.close();
  }, [id]);
  useEffect(prepare, []);
  return store ? <Followed store={store} /> : <Message text={t("table.loading")} />;
}

/** While the table is on its way: fetch the picture's script, and wake the graphics. */
function prepare(): void {
  if (preferred().flat) return;
  // Whoever shows the picture asks for it again, and hears of it if it cannot be had.
  loadScene().catch(() => undefined);
  setTimeout(drawing);
}

function Followed({ store }: { store: TableStore }) {
  const state = useSyncExternalStore(store.subscribe, store.getState);
  const { snapshot, edition, error } = state;
  if (error && (!snapshot || !edition)) return <Message text={tAny(`error.${error}`, "error.other")} home />;
  if (!snapshot || !edition) return <Message text={t("table.loading")} />;
  if (snapshot.status === "waiting") return <Waiting store={store} state={state} />;
  if (snapshot.status === "closed" && !snapshot.position) return <Message text={t("table.closed")} home />;
  return <Game store={store} state={state} snapshot={snapshot} edition={edition} />;
}

function Message({ text, home = false }: { text: string; home?: boolean }) {
  return (
    <main className="table-message">
      <p role="status">{text}</p>
      {home && (
        <button className="button primary" onClick={() => go("/")}>
          {t("table.home")}
        </button>
      )}
    </main>
  );
}
