// The public tables, kept fresh while one looks at them.

import { useEffect, useRef, useState } from "react";
import type { Listed } from "../../protocol";
import { rest } from "../../net/rest";
import { seats } from "../../net/seats";
import { go } from "../route";
import { t } from "../../words/words";
import { codeOf } from "../../net/attempt";
import { ago } from "./ago";
import { Problem } from "../../kit/Fields";
import { tableName } from "../../words/people";
import { particulars } from "../../words/particulars";
import { People } from "./People";
import formStyles from "../../kit/form.module.css";
import tablesStyles from "./tables.module.css";

const EVERY = 8_000;

export function Lobby() {
  const [tables, setTables] = useState<Listed[] | null>(null);
  const [more, setMore] = useState(false);
  const [code, setCode] = useState<string | null>(null);
  const pages = useRef(1);
  const refresh = useRef(async () => {});

  useEffect(() => {
    let here = true;
    refresh.current = async () => {
      if (document.visibilityState === "hidden") return;
      try {
        const found: Listed[] = [];
        let after: string | undefined;
        for (let page = 0; page < pages.current && (page === 0 || after); page++) {
          const answer = await rest.lobby(after);
          found.push(...answer.tables);
          after = answer.more ?? undefined;
        }
        if (!here) return;
        setTables(found);
        setMore(after !== undefined);
        setCode(null);
      } catch (error) {
        if (here) setCode(codeOf(error));
      }
    };
    const again = () => void refresh.current();
    again();
    const timer = setInterval(again, EVERY);
    document.addEventListener("visibilitychange", again);
    return () => {
      here = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }, []);

  return (
    <section className={formStyles.panel} aria-labelledby="home-lobby">
      <h2 id="home-lobby">{t("home.lobby")}</h2>
      <Problem code={code} />
      {tables?.length === 0 && <p className={formStyles.faint}>{t("home.lobby.none")}</p>}
      <ul className={tablesStyles.tables}>
        {tables?.map((table) => {
          const mine = Object.keys(seats.table(table.table)?.tokens ?? {}).length > 0;
          const open = table.status === "waiting" && table.seats.some((chair) => chair.kind === "open");
          const name = tableName(table.title, table.seats);
          const act = mine ? "home.lobby.return" : open ? "home.lobby.join" : "home.lobby.watch";
          const told = [
            t(table.status === "waiting" ? "home.status.waiting" : "home.status.playing"),
            ago(table.changed_at),
            ...particulars(table),
          ];
          return (
            <li key={table.table}>
              <div>
                <h3>{name}</h3>
                <p className={formStyles.faint}>{told.join(" · ")}</p>
                <People seats={table.seats} />
              </div>
              <div className={formStyles.buttons}>
                <button
                  type="button"
                  className={open && !mine ? "button primary" : "button"}
                  aria-label={t("home.act", { act: t(act), name })}
                  onClick={() => go(`/t/${table.table}`)}
                >
                  {t(act)}
                </button>
              </div>
            </li>
          );
        })}
      </ul>
      {more && (
        <button
          type="button"
          className="button"
          onClick={() => {
            pages.current += 1;
            void refresh.current();
          }}
        >
          {t("home.more")}
        </button>
      )}
    </section>
  );
}
