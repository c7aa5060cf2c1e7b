// What two games that belong together have come to.

import { useEffect, useState } from "react";
import { rest } from "../../net/rest";
import type { SeriesTold, Snapshot } from "../../protocol";
import { seatName } from "../../words/names";
import { t } from "../../words/words";
import { WayTo } from "../WayTo";
import { isSealed } from "./Series";
import tallyStyles from "./tally.module.css";

/** What a match has come to so far. */
export function SeriesResult({ snapshot }: { snapshot: Snapshot }) {
  const { series } = snapshot.options;
  if (!series || !snapshot.position?.result) return null;
  if (series.kind === "return")
    return series.leg === 2 ? <Sum snapshot={snapshot} series={series} /> : <p>{t("series.kind.return.line")}</p>;
  if (isSealed(snapshot)) return <p data-part="sealed">{t("series.sealed")}</p>;
  return <Compared snapshot={snapshot} series={series} />;
}

function Sum({ snapshot, series }: { snapshot: Snapshot; series: SeriesTold }) {
  const second = snapshot.position!.result!.scores;
  const players = snapshot.game!.seats;
  const sum = (seat: string): number => (series.scores[seat] ?? 0) + (second[seat] ?? 0);
  const best = Math.max(...players.map(sum));
  const won = players.filter((seat) => sum(seat) === best);
  const rows = [
    { name: t("series.first"), points: (seat: string) => series.scores[seat] },
    { name: t("series.second"), points: (seat: string) => second[seat] },
    { name: t("series.sum"), points: sum },
  ];
  return (
    <section data-part="series-result">
      <h3>{t("series.kind.return")}</h3>
      <p>{won.length === 1 ? t("series.won", { name: seatName(snapshot, won[0]!) }) : t("series.draw")}</p>
      <table className={tallyStyles.tally}>
        <thead>
          <tr>
            <th />
            {players.map((seat) => (
              <th key={seat} scope="col">
                {seatName(snapshot, seat)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, points }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {players.map((seat) => (
                <td key={seat}>{points(seat)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface Played {
  name: string;
  points: number;
  lead: number;
}

/** The person at a table of a duplicate, with their points and how far they were ahead of the best bot. */
function played(snapshot: Snapshot): Played | null {
  const result = snapshot.position?.result;
  const me = snapshot.seats.find((chair) => chair.kind === "person");
  if (!result || !me) return null;
  const points = result.scores[me.seat]!;
  const bots = snapshot.seats.filter((chair) => chair.kind === "bot").map((chair) => result.scores[chair.seat]!);
  return { name: me.name, points, lead: points - Math.max(...bots) };
}

function Compared({ snapshot, series }: { snapshot: Snapshot; series: SeriesTold }) {
  const [there, setThere] = useState<Snapshot | null>(null);
  useEffect(() => {
    if (series.other) rest.look(series.other).then(setThere, () => undefined); // it may have been removed
  }, [series.other]);
  const [one, other] = [played(snapshot), there && played(there)];
  if (!one || !other) return null;
  const won = one.lead > other.lead ? one : other;
  return (
    <section data-part="series-result">
      <h3>{t("series.kind.duplicate")}</h3>
      <p>{one.lead === other.lead ? t("series.draw") : t("series.won", { name: won.name })}</p>
      <table className={tallyStyles.tally}>
        <thead>
          <tr>
            <th />
            <th scope="col">{one.name}</th>
            <th scope="col">{other.name}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t("replay.chart")}</th>
            <td>{one.points}</td>
            <td>{other.points}</td>
          </tr>
          <tr>
            <th scope="row">{t("series.lead")}</th>
            <td>{one.lead}</td>
            <td>{other.lead}</td>
          </tr>
        </tbody>
      </table>
      <WayTo path={`/replay/${series.other}`}>{t("series.other")}</WayTo>
    </section>
  );
}
