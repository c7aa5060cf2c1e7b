// What of the sites is looked at: all of them, one, and down to which level.

import type { Dispatch, MouseEvent, SetStateAction } from "react";
import type { View } from "../../board/props";
import { Icon } from "../../kit/Icon";
import { SeatMark } from "../../board/icons/SeatMark";
import type { Edition } from "../../model/edition";
import { capital, named, t } from "../../words/words";
import { AlsoAsked } from "./Asking";
import { SiteWords } from "./SiteWords";
import narrowStyles from "./narrow.module.css";
import styles from "./Game.module.css";

interface ViewsProps {
  edition: Edition;
  /** Alone each site has a colour of its own. */
  solo: boolean;
  view: View;
  look: (site: string) => void;
  peel: number;
  setPeel: Dispatch<SetStateAction<number>>;
  toPicture: (event: MouseEvent) => void;
  /** Only the 3D picture can be kept. */
  onPhoto: (() => void) | null;
}

export function Views({ edition, solo, view, look, peel, setPeel, toPicture, onPhoto }: ViewsProps) {
  const peeling = peel === edition.levels ? t("view.peel") : t("view.peeled", { level: peel });
  return (
    <div className={styles.views} data-part="views" role="group" aria-label={t("view.title")} onClick={toPicture}>
      <button className="button" aria-pressed={view.site === "all"} onClick={() => look("all")}>
        {t("view.all")}
      </button>
      {edition.told.sites.map((site) => (
        <AlsoAsked
          key={site.id}
          thing={{ kind: "site", site: site.id }}
          className="button"
          aria-label={capital(named(site.names))}
          aria-pressed={view.site === site.id}
          onClick={() => look(site.id)}
        >
          {solo && <SeatMark seat={site.solo_colour} />}
          <SiteWords name={capital(named(site.names))} />
        </AlsoAsked>
      ))}
      {onPhoto && (
        <button className="button" aria-label={t("photo.title")} title={t("photo.title")} onClick={onPhoto}>
          <Icon name="photo" />
        </button>
      )}
      <button
        className="button"
        aria-label={`${peeling}, ${peel}/${edition.levels}`}
        aria-pressed={peel < edition.levels}
        onClick={() => setPeel((level) => (level === 1 ? edition.levels : level - 1))}
      >
        <span className={narrowStyles.long}>{peeling}</span>
        <span className={narrowStyles.short}>
          <Icon name="levels" /> {peel}/{edition.levels}
        </span>
      </button>
    </div>
  );
}
