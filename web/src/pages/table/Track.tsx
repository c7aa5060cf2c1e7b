// The score track: markers of all colours on one line, in solo with the pieces that wait on it.

import { useLayoutEffect, useRef, useState } from "react";
import { ASKED_GROUP, Asked } from "../../kit/Tips";
import { piecesOf } from "../../model/asked";
import type { Edition } from "../../model/edition";
import type { Snapshot } from "../../protocol";
import { ShapeIcon } from "../../board/icons/Shape";
import { signOf } from "../../board/icons/paints";
import { t } from "../../words/words";
import { colourName, shapeName } from "../../words/names";
import { Hopping } from "./Hopping";
import { spread } from "./spread";
import styles from "./Track.module.css";

/** How far apart markers are at least, and how far one may stick out before the line; both in pixels. */
const GAP = 21;
const BEFORE = -6;

/** A number this near to that of a piece would lie under it. */
const CLOSE = 3;

/** How far the track goes at first, by how much it grows when somebody gets that far, and by how much below nothing. */
const LONG = 60;
const LONGER = 20;
const STEP = 5;

export function Track({ snapshot, edition }: { snapshot: Snapshot; edition: Edition }) {
  const { position, game } = snapshot;
  const [width, line] = useWidth();
  if (!position || !game) return null;
  const scores = Object.entries(position.result?.scores ?? position.scores);
  const pieces = game.solo ? (edition.told.solo.tracks.find((it) => it.id === game.solo!.track)?.at ?? []) : [];
  const left = piecesOf({ edition, game, position });
  const [lowest, highest] = scale([...scores.map(([, points]) => points), ...pieces]);
  const share = (points: number) => (points - lowest) / (highest - lowest);
  const place = (points: number) => `${100 * share(points)}%`;
  const ticks = Array.from({ length: Math.floor(highest / 10) + 1 }, (_, number) => number * 10);
  const places = spread(
    scores.map(([, points]) => share(points) * width),
    GAP,
    BEFORE,
  );
  return (
    <div
      className={styles.track}
      role="group"
      {...ASKED_GROUP}
      aria-label={t("name.colon", {
        what: t("track.title"),
        said: scores.map(([colour, points]) => `${colourName(edition, colour)} ${points}`).join(", "),
      })}
    >
      <div ref={line} className={styles.line}>
        {ticks
          .filter((tick) => left.every(([, { at }]) => Math.abs(at - tick) > CLOSE))
          .map((tick) => (
            <span key={tick} className={styles.tick} style={{ left: place(tick) }}>
              {tick}
            </span>
          ))}
        {left.map(([id, { at }]) => (
          <span key={id} className={styles.piece} style={{ left: place(at) }}>
            <Asked
              what={{ kind: "piece", shape: id }}
              label={t("ask.piece.title", { shape: shapeName(edition, id), at })}
            >
              <ShapeIcon edition={edition} shape={id} size={24} />
            </Asked>
            <small className={styles.at} aria-hidden="true">
              {at}
            </small>
          </span>
        ))}
        {scores.map(([colour, points], number) => (
          <Hopping key={colour} points={points} className={styles.place} style={{ left: `${places[number]}px` }}>
            <Asked
              what={{ kind: "marker", colour }}
              label={`${colourName(edition, colour)} ${points}`}
              className={styles.marker}
              data-part="marker"
              data-colour={colour}
            >
              {signOf(colour)}
            </Asked>
          </Hopping>
        ))}
      </div>
    </div>
  );
}

/** From where to where the track goes: as in the box it is there from the beginning, and grows only where it must. */
function scale(points: readonly number[]): [lowest: number, highest: number] {
  const [least, most] = [Math.min(0, ...points), Math.max(0, ...points)];
  return [Math.floor(least / STEP) * STEP, Math.max(LONG, Math.ceil((most + 1) / LONGER) * LONGER)];
}

/** The width of an element in pixels, whatever becomes of the window. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setWidth(element.clientWidth);
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return [width, ref] as const;
}
