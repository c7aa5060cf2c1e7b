// The score track: markers of all colours on one line, in solo with the pieces that wait on it.

import type { Edition } from "../game/edition";
import type { Snapshot } from "../net/protocol";
import { SIGNS } from "../picture/paints";
import { t } from "../words/words";
import { colourName, shapeName } from "./names";

export function Track({ snapshot, edition }: { snapshot: Snapshot; edition: Edition }) {
  const { position, game } = snapshot;
  if (!position || !game) return null;
  const scores = Object.entries(position.result?.scores ?? position.scores);
  const pieces = game.solo ? (edition.told.solo.tracks.find((it) => it.id === game.solo!.track)?.at ?? []) : [];
  // What is left on the track: a piece goes when none of its blocks is left, or its stage is over.
  const left = edition.told.bonus.flatMap(({ id }, number) =>
    position.bonus[id]?.length && number >= position.snow && !position.result && pieces[number] !== undefined
      ? [{ id, at: pieces[number] }]
      : [],
  );
  const highest = Math.max(20, ...scores.map(([, points]) => points), ...pieces) + 4;
  const lowest = Math.min(0, ...scores.map(([, points]) => points));
  const place = (points: number) => `${(100 * (points - lowest)) / (highest - lowest)}%`;
  const ticks = Array.from({ length: Math.floor(highest / 10) + 1 }, (_, number) => number * 10);
  const stacked = new Map<number, number>();
  return (
    <div className="track" role="img" aria-label={t("name.colon", { what: t("track.title"), said: scores.map(([colour, points]) => `${colourName(edition, colour)} ${points}`).join(", ") })}>
      <div className="track-line">
        {ticks.map((tick) => (
          <span key={tick} className="track-tick" style={{ left: place(tick) }}>
            {tick}
          </span>
        ))}
        {left.map(({ id, at }) => (
          <span key={id} className="track-piece" style={{ left: place(at) }} title={shapeName(edition, id)}>
            ▬
          </span>
        ))}
        {scores.map(([colour, points]) => {
          const before = stacked.get(points) ?? 0;
          stacked.set(points, before + 1);
          return (
            <span
              key={colour}
              className={`track-marker colour-${colour}`}
              style={{ left: place(points), marginLeft: `${before * 12}px` }}
            >
              {SIGNS[colour]}
            </span>
          );
        })}
      </div>
    </div>
  );
}
