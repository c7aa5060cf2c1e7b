// Going on at another device: all seats of this browser as a link and as a QR code, and taking them over from one.

import { useMemo, useState } from "react";
import { renderSVG } from "uqr";
import { linkTo } from "../../net/linkTo";
import { merged, packed, unpacked } from "../../net/moving";
import { useOfferings } from "../../net/offerings";
import { seats } from "../../net/seats";
import { t } from "../../words/words";
import { forgetCodes } from "../route";
import { ShareLink } from "../table/ShareLink";
import formStyles from "../../kit/form.module.css";
import styles from "./Moving.module.css";

/** What a phone's camera still reads from a screen. */
const QR_MOST = 1200;

/** As the content of a dialog. */
export function MoveSeats() {
  const path = `/#seats=${packed(seats.tables())}`;
  const url = linkTo(path, location.href, useOfferings().address);
  const picture = useMemo(
    () => (url.length <= QR_MOST ? `data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 2 }))}` : null),
    [url],
  );
  return (
    <div className={formStyles.form} data-part="moving">
      <p>{t("moving.line")}</p>
      {picture ? (
        <img className={styles.qr} src={picture} alt={t("moving.qr")} data-part="qr" />
      ) : (
        <p className={formStyles.faint}>{t("moving.too_many")}</p>
      )}
      <ShareLink label={t("moving.link")} line={t("moving.secret")} path={path} />
    </div>
  );
}

/** Whoever comes by such a link is asked first: what is here already stays. */
export function TakeSeats({ code }: { code: string }) {
  const [found] = useState(() => unpacked(code, Date.now()));
  return (
    <section className={formStyles.panel} data-part="take-seats">
      <h2>{t("moving.title")}</h2>
      {found ? (
        <>
          <p>{t("moving.found", { count: found.length })}</p>
          <div className={formStyles.buttons}>
            <button
              type="button"
              className="button primary"
              onClick={() => {
                for (const kept of found) seats.keep(merged(seats.table(kept.table), kept));
                forgetCodes();
              }}
            >
              {t("moving.take")}
            </button>
            <button type="button" className="button" onClick={forgetCodes}>
              {t("home.no")}
            </button>
          </div>
        </>
      ) : (
        <p role="alert">{t("moving.broken")}</p>
      )}
    </section>
  );
}
