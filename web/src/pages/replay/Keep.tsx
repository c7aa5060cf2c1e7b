// What can be taken along of a game: a picture, an animation, solids for a printer, the record.

import { useEffect, useRef, useState } from "react";
import { Problem } from "../../kit/Fields";
import formStyles from "../../kit/form.module.css";
import { useAttempt } from "../../net/attempt";
import { rest } from "../../net/rest";
import { SERVERLESS } from "../../protocol/root";
import { capital, named, t } from "../../words/words";
import { saveFile } from "../saveFile";
import { canFilm, film, pictureNow } from "./filming";
import type { Watched } from "./ReplayPage";
import styles from "./Keep.module.css";

interface KeepProps {
  game: Watched;
  /** The table that was played at, "" for a record. */
  table: string;
  seek: (moment: number) => void;
}

export function Keep({ game, table, seek }: KeepProps) {
  const { busy, code, attempt } = useAttempt();
  const [scene, setScene] = useState<{ done: number; total: number } | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const name = table || "nouvelle-france";
  const shown = canFilm();
  const take = async () => {
    const picture = await pictureNow();
    if (picture) saveFile(`${name}.png`, picture);
  };
  const shoot = async () => {
    stop.current = new AbortController();
    const made = await film(game.timeline, seek, (done, total) => setScene({ done, total }), stop.current.signal);
    setScene(null);
    saveFile(`${name}.${made.type.startsWith("video/mp4") ? "mp4" : "webm"}`, made);
  };
  return (
    <div className={`${formStyles.form} ${formStyles.inDialog}`} data-part="keep">
      <p>{t("keep.lead")}</p>
      <div className={formStyles.buttons}>
        <button className="button" data-do="picture" disabled={busy || !shown} onClick={() => void attempt(take)}>
          {t("keep.picture")} (PNG)
        </button>
        <button className="button" data-do="film" disabled={busy || !shown} onClick={() => void attempt(shoot)}>
          {t("keep.animation")} (WebM)
        </button>
        <button
          className="button"
          data-do="record"
          disabled={busy}
          onClick={() => void attempt(async () => saveFile(`${name}.jsonl`, await game.record()))}
        >
          {t("end.record")}
        </button>
      </div>
      {!shown && <p className={formStyles.faint}>{t("keep.cannot")}</p>}
      {scene && (
        <p className={styles.filming} role="status">
          <progress value={scene.done} max={scene.total} />
          {t("keep.animation.under", scene)}
          <button className="button quiet" onClick={() => stop.current.abort()}>
            {t("keep.animation.stop")}
          </button>
        </p>
      )}
      {!SERVERLESS && <Solids game={game} name={name} busy={busy} attempt={attempt} />}
      <Problem code={code} />
    </div>
  );
}

interface SolidsProps {
  game: Watched;
  name: string;
  busy: boolean;
  attempt: (what: () => Promise<unknown>) => Promise<void>;
}

/** They are made by a server. */
function Solids({ game, name, busy, attempt }: SolidsProps) {
  return (
    <>
      <h3>{t("keep.print")}</h3>
      <p className={formStyles.faint}>{t("keep.print.line")}</p>
      <ul className={styles.solids}>
        {game.edition.told.sites.map((site) => (
          <li key={site.id}>
            <b>{capital(named(site.names))}</b>
            {(["stl", "3mf"] as const).map((format) => (
              <button
                key={format}
                className="button"
                data-do={`${site.id}.${format}`}
                disabled={busy}
                aria-label={t("keep.solid", { site: capital(named(site.names)), format: format.toUpperCase() })}
                onClick={() =>
                  void attempt(async () =>
                    saveFile(`${name}-${site.id}.${format}`, await rest.solid(await game.record(), site.id, format)),
                  )
                }
              >
                {format.toUpperCase()}
              </button>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
