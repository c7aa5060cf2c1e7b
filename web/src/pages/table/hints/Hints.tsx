// Hints as they are shown: one at a time over the picture, with its reasons; and all of them with their numbers.

import type { Edition } from "../../../model/edition";
import type { HintsTold, HintTold, Snapshot } from "../../../protocol";
import { Icon } from "../../../kit/Icon";
import { signOf } from "../../../board/icons/paints";
import { colourName } from "../../../words/names";
import { estimate, signed, signedEstimate, t } from "../../../words/words";
import { adviceWords, reasonWords, snowWords } from "./why";
import styles from "./Hints.module.css";

interface HintsProps {
  told: HintsTold;
  snapshot: Snapshot;
  edition: Edition;
}

interface CardProps extends HintsProps {
  number: number;
  busy: boolean;
  onShow: (number: number) => void;
  onNumbers: () => void;
  onClose: () => void;
  /** Do what is no placement: a placement is placed as always. */
  onTake: (hint: HintTold) => void;
}

export function HintCard(props: CardProps) {
  const { told, number, snapshot, edition, busy, onShow, onNumbers, onClose, onTake } = props;
  const hint = told.best[number]!;
  const solo = snapshot.options.mode === "solo";
  const count = told.best.length;
  const most = number === 0 ? told.most_now : null;
  return (
    <section className={styles.card} data-part="hint" data-number={number + 1} aria-label={t("hint.title")}>
      <header>
        <button
          className="button quiet"
          aria-label={t("hint.before")}
          disabled={count < 2}
          onClick={() => onShow((number + count - 1) % count)}
        >
          ‹
        </button>
        <span>{t("hint.number", { number: number + 1, count })}</span>
        <button
          className="button quiet"
          aria-label={t("hint.next")}
          disabled={count < 2}
          onClick={() => onShow((number + 1) % count)}
        >
          ›
        </button>
        <button className={`button quiet ${styles.more}`} onClick={onNumbers}>
          {t("hint.numbers")}
        </button>
        <button className="button quiet" aria-label={t("hint.close")} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div role="status">
        <p className={styles.what}>
          <strong>{adviceWords(hint, snapshot, edition)}</strong>
          {hint.worth !== null && <span> · {t("hint.worth", { points: signedEstimate(hint.worth) })}</span>}
        </p>
        <p>{reasonWords(hint.why, solo)}</p>
        {most && most.worth !== null && hint.worth !== null && (
          <p className={styles.aside}>
            {t("hint.most_now", {
              points: ownNow(most, told, snapshot, edition),
              less: estimate(hint.worth - most.worth),
            })}
          </p>
        )}
      </div>
      {hint.placement === null && (
        <button className="button primary" data-do="take-hint" disabled={busy} onClick={() => onTake(hint)}>
          {t("hint.take")}
        </button>
      )}
    </section>
  );
}

/** The colour a placement scores for: the seat's own, alone that of its site, for Winter white. */
function scoringColour(hint: HintTold, told: HintsTold, snapshot: Snapshot, edition: Edition): string {
  if (snapshot.options.mode !== "solo") return told.seat;
  if (told.seat === "winter" || !("site" in hint.action)) return edition.told.solo.winter;
  return edition.site(hint.action.site).solo_colour;
}

function ownNow(hint: HintTold, told: HintsTold, snapshot: Snapshot, edition: Edition): number {
  return hint.now[scoringColour(hint, told, snapshot, edition)] ?? 0;
}

interface NumbersProps extends HintsProps {
  onShow: (number: number) => void;
}

export function HintNumbers({ told, snapshot, edition, onShow }: NumbersProps) {
  const solo = snapshot.options.mode === "solo";
  return (
    <div className={styles.numbers} data-part="hint-numbers">
      <p>{t("hint.lead")}</p>
      <div className={styles.scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("hint.column.what")}</th>
              <th scope="col">{t("hint.column.worth")}</th>
              <th scope="col">{t("ghost.now")}</th>
              {told.snowfalls.map(({ level, chance }) => (
                <th key={level} scope="col">
                  <Icon name="snow" /> {t("hint.column.level", { level })}
                  {chance > 0 && <small> {Math.round(100 * chance)}%</small>}
                </th>
              ))}
              <th scope="col">{t("hint.column.disk")}</th>
              <th scope="col">{t("hint.column.room")}</th>
              <th scope="col">{t(solo ? "hint.column.white" : "hint.column.others")}</th>
            </tr>
          </thead>
          <tbody>
            {told.best.map((hint, number) => (
              <Row key={number} {...{ hint, number, told, snapshot, edition, onShow }} />
            ))}
          </tbody>
        </table>
      </div>
      {told.snowfalls.map((snowfall) => (
        <p key={snowfall.level} className={styles.aside}>
          {snowWords(snowfall)}
        </p>
      ))}
    </div>
  );
}

function Row({ hint, number, told, snapshot, edition, onShow }: NumbersProps & { hint: HintTold; number: number }) {
  const own = scoringColour(hint, told, snapshot, edition);
  const placed = hint.placement !== null;
  // What it gives everybody else, now, by the snow and by the room it leaves.
  const others = Object.entries(hint.growth)
    .filter(([colour]) => colour !== own)
    .map(([colour, growth]) => {
      const sure = [hint.now, ...hint.snow].reduce((sum, points) => sum + (points[colour] ?? 0), 0);
      return { colour, points: sure + growth };
    })
    .filter(({ colour }) => snapshot.options.mode !== "solo" || colour === edition.told.solo.winter);
  return (
    <tr>
      <th scope="row">
        <button className={styles.advice} data-hint={number + 1} onClick={() => onShow(number)}>
          {adviceWords(hint, snapshot, edition)}
        </button>
      </th>
      <td>
        <strong>{hint.worth !== null && signedEstimate(hint.worth)}</strong>
      </td>
      <td>{placed && signed(hint.now[own] ?? 0)}</td>
      {told.snowfalls.map(({ level }, place) => (
        <td key={level}>{placed && signed(hint.snow[place]?.[own] ?? 0)}</td>
      ))}
      <td>{hint.disk !== 0 && signed(hint.disk)}</td>
      <td>{placed && signedEstimate(hint.growth[own] ?? 0)}</td>
      <td>
        {others.map(({ colour, points }) => (
          <span key={colour} className={styles.other} title={colourName(edition, colour)}>
            {signOf(colour)} {signedEstimate(points)}
          </span>
        ))}
      </td>
    </tr>
  );
}
