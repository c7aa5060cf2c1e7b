// Two games that belong together: where the other one is; and why a game has no proof of its shuffle.

import { seats } from "../../net/seats";
import type { Snapshot } from "../../protocol";
import { t } from "../../words/words";
import { WayTo } from "../WayTo";
import { ShareLink } from "./ShareLink";

/** Whether the same deal is still being played elsewhere: then nobody may see how this game went. */
export const isSealed = ({ options: { series, day }, secret }: Snapshot): boolean =>
  secret === null && (series?.kind === "duplicate" || day?.count === "first" || day?.count === "further");

/** Where the other player of a duplicate is to go, for who made it. */
export function DuplicateLink({ snapshot }: { snapshot: Snapshot }) {
  const { series } = snapshot.options;
  const kept = seats.table(snapshot.table);
  if (series?.kind !== "duplicate" || !series.other || !kept?.host || snapshot.you.length === 0) return null;
  return (
    <ShareLink
      label={t("series.duplicate.invite")}
      line={t("series.duplicate.invite.line")}
      path={`/t/${series.other}#join=${kept.invite}`}
    />
  );
}

/** Why a game has no proof of its shuffle, where it has none; and the game it continues. */
export function NoProof({ snapshot }: { snapshot: Snapshot }) {
  const { begins, origin, series } = snapshot.options;
  if (origin?.moved) return <p data-part="no-proof">{t("bring.from")}</p>;
  if (origin)
    return (
      <p data-part="no-proof">
        {t("playon.from", { moment: origin.moment })}{" "}
        {origin.table && <WayTo path={`/replay/${origin.table}#at=${origin.moment}`}>{t("playon.origin")}</WayTo>}
      </p>
    );
  if (begins === null) return null;
  return <p data-part="no-proof">{t(series ? "series.return.second" : "first.noProof")}</p>;
}
