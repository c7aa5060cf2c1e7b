// A snowfall counted site by site, shown when it happens.

import { useCallback, useState } from "react";
import type { Edition } from "../../model/edition";
import type { GameEvent, Snapshot, SnowFellTold, TableEvent } from "../../protocol";
import { signed, t } from "../../words/words";
import { Dialog } from "../../kit/Dialog";
import { RuleLink } from "../../kit/RuleLink";
import { siteName } from "../../words/names";
import { TallyHead } from "./TallyHead";
import tallyStyles from "./tally.module.css";

/** The snowfall that has just happened and was not yet looked at. */
export function useSnowfall(log: readonly TableEvent[]): [fallen: SnowFellTold | null, close: () => void] {
  const [seen, setSeen] = useState<number | null>(null);
  const [fallen, setFallen] = useState<SnowFellTold | null>(null);
  // While rendering, not after it: the tally is there with the news, and nothing else can be pressed before it.
  const last = log.at(-1)?.seq ?? null;
  if (last !== seen) {
    setSeen(last);
    // What happened before the page was opened is history.
    const news = seen === null ? [] : log.filter((it) => it.seq > seen);
    const snow = news
      .flatMap((it) => it.events)
      .filter(isSnow)
      .at(-1);
    if (snow) setFallen(snow);
  }
  const close = useCallback(() => setFallen(null), []);
  return [fallen, close];
}

const isSnow = (event: GameEvent): event is SnowFellTold => event.event === "snow_fell";

interface SnowfallProps {
  fallen: SnowFellTold;
  edition: Edition;
  snapshot: Snapshot;
  onClose: () => void;
}

export function Snowfall({ fallen, edition, snapshot, onClose }: SnowfallProps) {
  const colours = snapshot.options.mode === "solo" ? edition.colours : (snapshot.game?.seats ?? []);
  const total = (colour: string) => fallen.sites.reduce((sum, site) => sum + (site.cubes[colour] ?? 0) * site.mark, 0);
  return (
    <Dialog title={t("snow.title", { level: fallen.level })} onClose={onClose}>
      <table className={tallyStyles.tally} data-part="tally">
        <TallyHead colours={colours} edition={edition} snapshot={snapshot} />
        <tbody>
          {fallen.sites.map((site) => (
            <tr key={site.site}>
              <th scope="row">
                {siteName(edition, site.site)} <small>×{signed(site.mark).replace("+", "")}</small>
              </th>
              {colours.map((colour) => (
                <td key={colour}>{signed((site.cubes[colour] ?? 0) * site.mark)}</td>
              ))}
            </tr>
          ))}
          <tr className={tallyStyles.total} data-part="total">
            <th scope="row">{t("snow.total")}</th>
            {colours.map((colour) => (
              <td key={colour}>{signed(total(colour))}</td>
            ))}
          </tr>
        </tbody>
      </table>
      <p>
        <RuleLink number={snapshot.options.mode === "solo" ? "SOL-7" : "SNW-1"} />
      </p>
      <button className="button primary" data-first onClick={onClose}>
        {t("snow.button")}
      </button>
    </Dialog>
  );
}
