// A snowfall: first the show in the picture, then the table of it, each row of which lights its cubes again.

import { useCallback, useEffect, useState } from "react";
import { Dialog } from "../../../kit/Dialog";
import { Icon } from "../../../kit/Icon";
import { RuleLink } from "../../../kit/RuleLink";
import { litOf } from "../../../model/counted";
import { siteName } from "../../../words/names";
import { capital, signed, t } from "../../../words/words";
import { TallyHead } from "../TallyHead";
import tallyStyles from "../tally.module.css";
import type { SnowfallProps } from "./given";
import { SnowShow } from "./SnowShow";
import styles from "./Snowfall.module.css";

export function Snowfall({ fallen, edition, snapshot, showing, onBoard, onClose }: SnowfallProps) {
  // Nobody looks at a page that is out of sight.
  const [over, setOver] = useState(!showing || document.hidden);
  const onEnd = useCallback(() => setOver(true), []);
  // Whatever was held back for the show is not any more.
  useEffect(() => {
    if (over) onBoard(null);
  }, [over, onBoard]);
  if (!over) return <SnowShow fallen={fallen} edition={edition} onBoard={onBoard} onEnd={onEnd} />;
  return <Told {...{ fallen, edition, snapshot, onBoard, onClose }} />;
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
                  {capital(siteName(edition, site.site))}{" "}
                  <small>
                    <Icon name="stick" />×{signed(site.mark).replace("+", "")}
                  </small>
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
