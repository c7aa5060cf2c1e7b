// A snowfall counted site by site, shown when it happens.

import { useCallback, useEffect, useRef, useState } from "react";
import type { Edition } from "../game/edition";
import type { GameEvent, Snapshot, TableEvent } from "../net/protocol";
import { SIGNS } from "../picture/paints";
import { signed, t } from "../words/words";
import { Dialog } from "./Dialog";
import { colourName, seatName, siteName } from "./names";

/** The snowfall that has just happened and was not yet looked at. */
export function useSnowfall(log: readonly TableEvent[]): [fallen: GameEvent | null, close: () => void] {
  const seen = useRef<number | null>(null);
  const [fallen, setFallen] = useState<GameEvent | null>(null);
  useEffect(() => {
    const last = log.at(-1);
    if (!last) return;
    // What happened before the page was opened is history.
    if (seen.current === null) seen.current = last.seq;
    for (const event of log.filter((it) => it.seq > seen.current!)) {
      const snow = event.events.find((it) => it.event === "snow_fell");
      if (snow) setFallen(snow);
    }
    seen.current = last.seq;
  }, [log]);
  const close = useCallback(() => setFallen(null), []);
  return [fallen, close];
}

interface SnowfallProps {
  fallen: GameEvent;
  edition: Edition;
  snapshot: Snapshot;
  onClose: () => void;
}

export function Snowfall({ fallen, edition, snapshot, onClose }: SnowfallProps) {
  const colours = snapshot.options.mode === "solo" ? edition.colours : (snapshot.game?.seats ?? []);
  const total = (colour: string) => fallen.sites!.reduce((sum, site) => sum + (site.cubes[colour] ?? 0) * site.mark, 0);
  return (
    <Dialog title={t("snow.title", { level: fallen.level! })} onClose={onClose}>
      <table className="tally">
        <thead>
          <tr>
            <th />
            {colours.map((colour) => (
              <th key={colour} scope="col">
                {SIGNS[colour]} {snapshot.options.mode === "solo" ? colourName(edition, colour) : seatName(snapshot, colour)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fallen.sites!.map((site) => (
            <tr key={site.site}>
              <th scope="row">
                {siteName(edition, site.site)} <small>×{signed(site.mark).replace("+", "")}</small>
              </th>
              {colours.map((colour) => (
                <td key={colour}>{signed((site.cubes[colour] ?? 0) * site.mark)}</td>
              ))}
            </tr>
          ))}
          <tr className="tally-total">
            <th scope="row">{t("snow.total")}</th>
            {colours.map((colour) => (
              <td key={colour}>{signed(total(colour))}</td>
            ))}
          </tr>
        </tbody>
      </table>
      <button className="button primary" data-first onClick={onClose}>
        {t("snow.button")}
      </button>
    </Dialog>
  );
}
