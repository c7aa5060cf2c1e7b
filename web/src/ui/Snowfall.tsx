// A snowfall counted site by site, shown when it happens.

import { useEffect, useRef, useState } from "react";
import type { Edition } from "../game/edition";
import type { TableState } from "../game/store";
import type { GameEvent, Snapshot } from "../net/protocol";
import { signed, t } from "../words/words";
import { Dialog } from "./Dialog";
import { colourName, MARKS, siteName } from "./names";

export function Snowfall({ state, edition, snapshot }: { state: TableState; edition: Edition; snapshot: Snapshot }) {
  const seen = useRef<number | null>(null);
  const [fallen, setFallen] = useState<GameEvent | null>(null);
  useEffect(() => {
    const last = state.log.at(-1);
    if (!last) return;
    // What happened before the page was opened is history.
    if (seen.current === null) seen.current = last.seq;
    for (const event of state.log.filter((it) => it.seq > seen.current!)) {
      const snow = event.events.find((it) => it.event === "snow_fell");
      if (snow) setFallen(snow);
    }
    seen.current = last.seq;
  }, [state.log]);
  if (!fallen) return null;
  const colours = snapshot.options.mode === "solo" ? edition.colours : (snapshot.game?.seats ?? []);
  const total = (colour: string) => fallen.sites!.reduce((sum, site) => sum + (site.cubes[colour] ?? 0) * site.mark, 0);
  return (
    <Dialog title={t("snow.title", { level: fallen.level! })} onClose={() => setFallen(null)}>
      <table className="tally">
        <thead>
          <tr>
            <th />
            {colours.map((colour) => (
              <th key={colour} scope="col">
                {MARKS[colour]} {colourName(edition, colour)}
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
      <button className="button primary" autoFocus onClick={() => setFallen(null)}>
        {t("snow.button")}
      </button>
    </Dialog>
  );
}
