// The tables this browser has been at: whose turn it is there, and the way back.

import { lazy, Suspense, useEffect, useState } from "react";
import type { Snapshot } from "../../protocol";
import { SERVERLESS } from "../../protocol/root";
import { rest } from "../../net/rest";
import { seats, type Kept } from "../../net/seats";
import { Dialog } from "../../kit/Dialog";
import { useReturns } from "../../kit/useReturns";
import { go } from "../route";
import { speakAlso, t } from "../../words/words";
import { codeOf } from "../../net/attempt";
import { ago } from "./ago";
import { isDear } from "./dear";
import { chairName, tableName } from "../../words/people";
import { People } from "./People";
import formStyles from "../../kit/form.module.css";
import tablesStyles from "./tables.module.css";

// With what draws a QR code, for whoever asks for it.
const MoveSeats = lazy(async () => {
  const [module] = await Promise.all([import("./Moving"), speakAlso("aside")]);
  return { default: module.MoveSeats };
});

/** As many are asked about and shown at first. */
const FEW = 4;

function useTables(): Kept[] {
  const [tables, set] = useState(() => seats.tables());
  useEffect(() => seats.subscribe(() => set(seats.tables())), []);
  return tables;
}

/** How things stand there, in words. */
function standing(snapshot: Snapshot, mine: string[]): string {
  if (snapshot.status !== "playing") return t(`home.status.${snapshot.status}`);
  const asked = snapshot.asks.map((ask) => ask.seat);
  if (asked.some((seat) => mine.includes(seat))) return t("home.status.yours");
  const chair = snapshot.seats.find((it) => it.seat === asked[0]);
  return chair ? t("home.status.theirs", { name: chairName(chair) }) : t("home.status.playing");
}

/** Where there is no server, nobody else keeps the table. */
function forget(table: string): void {
  if (SERVERLESS) rest.remove(table).catch(() => undefined);
  seats.forget(table);
}

function Row({ kept }: { kept: Kept }) {
  const [snapshot, setSnapshot] = useState<Snapshot | null>(null);
  const [code, setCode] = useState<string | null>(null);
  const [asking, ask] = useState(false);
  const token = kept.day ? kept.tokens["player"] : undefined;
  const returns = useReturns(!kept.over);
  useEffect(() => {
    let here = true;
    // Whoever comes back to the page wants to see whether it is their turn by now. Without a token the answer is short: no offers.
    rest.look(kept.table, token).then(
      (found) => {
        if (found.status === "over" || found.status === "closed") seats.finish(kept.table);
        if (!here) return;
        setSnapshot(found);
        setCode(null);
      },
      (error: unknown) => {
        if (codeOf(error) === "unknown_table") seats.finish(kept.table);
        if (here) setCode(codeOf(error));
      },
    );
    return () => {
      here = false;
    };
  }, [kept.table, token, returns]);

  const mine = Object.keys(kept.tokens);
  const gone = code === "unknown_table";
  const title = snapshot && !kept.day ? tableName(snapshot.options.title, snapshot.seats) : kept.title;
  const name = title || t("home.table");
  const yours = snapshot?.status === "playing" && snapshot.asks.some((ask) => mine.includes(ask.seat));
  const solo = snapshot?.options.mode === "solo";
  const dear = isDear(kept, snapshot?.status, gone);
  if (asking)
    return (
      <li>
        <p role="status">{t("home.kept.forget.question")}</p>
        <div className={formStyles.buttons}>
          <button type="button" className="button danger" onClick={() => forget(kept.table)}>
            {t("home.kept.forget.yes")}
          </button>
          <button type="button" className="button" autoFocus onClick={() => ask(false)}>
            {t("home.no")}
          </button>
        </div>
      </li>
    );
  return (
    <li>
      <div>
        <h3>{solo && !kept.day ? t("home.alone") : name}</h3>
        <p className={yours ? tablesStyles.yours : formStyles.faint}>
          {gone
            ? t("home.kept.gone")
            : [snapshot && standing(snapshot, mine), ago(kept.at)].filter(Boolean).join(" · ")}
        </p>
        {snapshot && !solo && <People seats={snapshot.seats} />}
      </div>
      <div className={formStyles.buttons}>
        {snapshot?.status === "over" && (snapshot.secret !== null || !kept.day) && (
          <button
            type="button"
            className="button"
            aria-label={t("home.act", { act: t("replay.watch"), name })}
            onClick={() => go(`/replay/${kept.table}`)}
          >
            {t("replay.watch")}
          </button>
        )}
        {!gone && (
          <button
            type="button"
            className={yours ? "button primary" : "button"}
            aria-label={t("home.act", { act: t("home.lobby.return"), name })}
            onClick={() => go(`/t/${kept.table}`)}
          >
            {t("home.lobby.return")}
          </button>
        )}
        <button
          type="button"
          className={`button quiet ${formStyles.cross}`}
          aria-label={t("home.kept.forget", { name })}
          title={t("home.kept.forget", { name })}
          onClick={() => (dear ? ask(true) : forget(kept.table))}
        >
          <span aria-hidden="true">×</span>
        </button>
      </div>
    </li>
  );
}

export function KeptTables() {
  const tables = useTables();
  const [all, setAll] = useState(false);
  const [moving, move] = useState(false);
  if (tables.length === 0) return null;
  return (
    <section className={formStyles.panel} aria-labelledby="home-kept">
      <h2 id="home-kept">{t("home.kept")}</h2>
      <ul className={tablesStyles.tables}>
        {(all ? tables : tables.slice(0, FEW)).map((kept) => (
          <Row key={kept.table} kept={kept} />
        ))}
      </ul>
      {!all && tables.length > FEW && (
        <button type="button" className="button" onClick={() => setAll(true)}>
          {t("home.more")}
        </button>
      )}
      {!SERVERLESS && tables.some((kept) => !kept.over) && (
        <button type="button" className="button" data-do="move" onClick={() => move(true)}>
          {t("moving.button")}
        </button>
      )}
      {moving && (
        <Dialog title={t("moving.button")} onClose={() => move(false)}>
          <Suspense fallback={<p>{t("home.loading")}</p>}>
            <MoveSeats />
          </Suspense>
        </Dialog>
      )}
    </section>
  );
}
