// A game watched again: of a table that is over, or out of a record that somebody has.

import { useCallback, useEffect, useState } from "react";
import { Graphics, GraphicsContext } from "../../board/graphics";
import { RuleLink } from "../../kit/RuleLink";
import type { Edition } from "../../model/edition";
import { recorded, type Recorded } from "../../model/source";
import { replayed, type Timeline } from "../../model/timeline";
import { editionOf } from "../../net/editions";
import { Refusal, rest } from "../../net/rest";
import type { TimelineTold } from "../../protocol";
import { t, tAny, useLanguage } from "../../words/words";
import { go } from "../route";
import { RecordChooser } from "./RecordChooser";
import { Replay } from "./Replay";
import styles from "./ReplayPage.module.css";

export interface Watched {
  edition: Edition;
  timeline: Timeline;
  source: Recorded;
  /** The record as it is. */
  record: () => Promise<Blob>;
}

async function watched(asked: Promise<TimelineTold>, record: Watched["record"]): Promise<Watched> {
  const told = await asked;
  const edition = await editionOf(told.game.edition);
  const timeline = replayed(told);
  return { edition, timeline, source: recorded(edition, timeline), record };
}

/** The record that stands in the address, packed: so that whoever has one can be led here with it. */
async function recordOfAddress(packed: string): Promise<Blob> {
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (it) => it.charCodeAt(0));
    return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).blob();
  } catch {
    throw new Refusal("bad_record", "the address is damaged");
  }
}

/** `table` is the one whose game is wanted, "" where somebody brings a record. */
export function ReplayPage({ table }: { table: string }) {
  useLanguage();
  const [game, setGame] = useState<Watched | null>(null);
  const [loading, setLoading] = useState(table !== "");
  const [trouble, setTrouble] = useState<Refusal | null>(null);
  const [graphics] = useState(() => new Graphics());
  const watch = useCallback(async (asked: Promise<TimelineTold>, record: Watched["record"]) => {
    setLoading(true);
    setTrouble(null);
    try {
      setGame(await watched(asked, record));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setTrouble(error);
    }
    setLoading(false);
  }, []);
  useEffect(() => {
    if (table) void watch(rest.timeline(table), () => rest.recordFile(table));
    const packed = new URLSearchParams(location.hash.slice(1)).get("record");
    if (table || !packed) return;
    const record = recordOfAddress(packed);
    void watch(record.then(rest.timelineOf), () => record);
  }, [table, watch]);
  useEffect(() => {
    document.title = `${t("replay.title")} · ${t("title")}`;
  });
  if (game)
    return (
      <GraphicsContext value={graphics}>
        <Replay game={game} table={table} />
      </GraphicsContext>
    );
  return (
    <main className={styles.before}>
      <h1>{t("replay.title")}</h1>
      {loading && <p role="status">{t("replay.loading")}</p>}
      {trouble && <Trouble trouble={trouble} />}
      {!loading && table === "" && (
        <RecordChooser
          onChosen={(file) => void watch(rest.timelineOf(file), async () => file)}
          again={trouble !== null}
        />
      )}
      <button className="button" onClick={() => go("/")}>
        {t("table.home")}
      </button>
    </main>
  );
}

function Trouble({ trouble }: { trouble: Refusal }) {
  return (
    <p role="alert" className={styles.trouble}>
      {tAny(`error.${trouble.code}`, "error.other")}{" "}
      {trouble.code === "bad_record" && <q lang="en">{trouble.message}</q>}{" "}
      {trouble.rule && <RuleLink number={trouble.rule} />}
    </p>
  );
}
