// A snowfall: first the show in the picture, then the table of it, each row of which lights its cubes again.

import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import type { Counting, View } from "../../../board/props";
import { Dialog, useModal } from "../../../kit/Dialog";
import { RuleLink } from "../../../kit/RuleLink";
import type { Lit } from "../../../model/building";
import { litOf, type Counted, type Fallen } from "../../../model/counted";
import type { Edition } from "../../../model/edition";
import type { Snapshot } from "../../../protocol";
import { siteName } from "../../../words/names";
import { capital, signed, t } from "../../../words/words";
import { TallyHead } from "../TallyHead";
import tallyStyles from "../tally.module.css";
import styles from "./Snowfall.module.css";

const SnowShow = lazy(() => import("./SnowShow").then((module) => ({ default: module.SnowShow })));

/** What a snowfall has on the board, and what the markers still lack. */
export interface OnBoard {
  view: View | null;
  lit: readonly Lit[];
  counting: Counting;
  owed: readonly Counted[];
}

export interface SnowfallProps {
  fallen: Fallen;
  edition: Edition;
  snapshot: Snapshot;
  /** Whether it is shown in the picture first. */
  showing: boolean;
  onBoard: (shown: OnBoard | null) => void;
  onClose: () => void;
}

export function Snowfall({ fallen, edition, snapshot, showing, onBoard, onClose }: SnowfallProps) {
  // Nobody looks at a page that is out of sight.
  const [over, setOver] = useState(!showing || document.hidden);
  const onEnd = useCallback(() => setOver(true), []);
  // Whatever was held back for the show is not any more.
  useEffect(() => {
    if (over) onBoard(null);
  }, [over, onBoard]);
  if (!over)
    return (
      <Suspense fallback={<Veil />}>
        <SnowShow fallen={fallen} edition={edition} onBoard={onBoard} onEnd={onEnd} />
      </Suspense>
    );
  return <Told {...{ fallen, edition, snapshot, onBoard, onClose }} />;
}

/** Between the news and the show nothing can be pressed. */
function Veil() {
  return <dialog {...useModal()} className={styles.veil} aria-label={t("table.loading")} />;
}

/** The table of it, beside the picture. */
function Told({ fallen, edition, snapshot, onBoard, onClose }: Omit<SnowfallProps, "showing">) {
  const colours = snapshot.options.mode === "solo" ? edition.colours : (snapshot.game?.seats ?? []);
  const total = (colour: string) => fallen.sites.reduce((sum, site) => sum + (site.cubes[colour] ?? 0) * site.mark, 0);
  const close = () => {
    onBoard(null);
    onClose();
  };
  const light = (site: string) => {
    const through = fallen.sites.map((it) => it.site);
    onBoard({
      view: { site, asked: 0 },
      lit: litOf(fallen.counted[site]!),
      counting: { level: fallen.level, site: null, through },
      owed: [],
    });
  };
  return (
    <Dialog beside title={t("snow.title", { level: fallen.level })} onClose={close}>
      <table className={tallyStyles.tally} data-part="tally">
        <TallyHead colours={colours} edition={edition} snapshot={snapshot} />
        <tbody>
          {fallen.sites.map((site) => (
            <tr key={site.site}>
              <th scope="row">
                <button
                  className={styles.light}
                  title={t("snow.light")}
                  data-light={site.site}
                  onMouseEnter={() => light(site.site)}
                  onMouseLeave={() => onBoard(null)}
                  onFocus={() => light(site.site)}
                  onBlur={() => onBoard(null)}
                  onClick={() => light(site.site)}
                >
                  {capital(siteName(edition, site.site))} <small>×{signed(site.mark).replace("+", "")}</small>
                </button>
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
      <button className="button primary" data-first onClick={close}>
        {t("snow.button")}
      </button>
    </Dialog>
  );
}
