// What the block being placed is worth, now and at the coming snowfalls; or why it cannot stand there.

import { coloursAt } from "../model/asked";
import type { Edition } from "../model/edition";
import type { Snapshot } from "../protocol";
import type { Why } from "../model/placing";
import { WHY_RULES } from "../model/rules";
import { signOf } from "../board/icons/paints";
import { RuleLink } from "../kit/RuleLink";
import { named, signed, t } from "../words/words";
import { colourName, siteName } from "../words/names";
import type { PlacingState } from "./usePlacing";
import styles from "./GhostWords.module.css";

interface GhostWordsProps {
  placing: PlacingState;
  snapshot: Snapshot;
  edition: Edition;
  /** A second click turns the block on instead of placing it. */
  confirm: boolean;
}

export function GhostWords({ placing, snapshot, edition, confirm }: GhostWordsProps) {
  const ghost = placing.ghost!;
  if (!ghost.legal) return <Refused why={ghost.why ?? "other"} />;
  const { gain, completes, challenges } = ghost.legal;
  const count = snapshot.game ? coloursAt({ edition, game: snapshot.game }, ghost.site) : [];
  if (placing.blind)
    return placing.pinned ? (
      <p className={styles.words} data-part="ghost-words">
        <How confirm={confirm} />
      </p>
    ) : null;
  const later = placing.later
    .map(({ level, points }) => ({ level, points: Object.entries(points).filter(([it]) => count.includes(it)) }))
    .filter(({ points }) => points.length > 0);
  return (
    <p className={styles.words} data-part="ghost-words" role="status">
      <strong>
        {t("ghost.now")}{" "}
        {Object.entries(gain).length
          ? Object.entries(gain).map(([colour, points]) => (
              <Points key={colour} edition={edition} colour={colour} points={points} />
            ))
          : "0"}
      </strong>
      {later.map(({ level, points }) => (
        <span key={level} data-snowfall={level}>
          {t("ghost.snowfall", { level })}{" "}
          {points.map(([colour, it]) => (
            <Points key={colour} edition={edition} colour={colour} points={it} />
          ))}
        </span>
      ))}
      {completes && <em>{t("ghost.completes", { site: siteName(edition, ghost.site) })}</em>}
      {challenges.map((challenge) => (
        <em key={challenge}>
          {t("ghost.challenge", {
            challenge: named(edition.told.solo.challenges.find((it) => it.id === challenge)?.names),
          })}
        </em>
      ))}
      {placing.pinned && <How confirm={confirm} />}
    </p>
  );
}

/** What another click does. For the eye and the hand only: whoever listens has the keys and the buttons. */
function How({ confirm }: { confirm: boolean }) {
  return (
    <small className={styles.how} aria-hidden="true">
      {matchMedia("(pointer: coarse)").matches
        ? t(confirm ? "pinned.tap" : "pinned.tap_places")
        : t(confirm ? "pinned.click" : "pinned.click_places")}
    </small>
  );
}

/** Why a block cannot stand somewhere, with the rule that says so. */
export function Refused({ why }: { why: Why }) {
  return (
    <div className={`${styles.words} ${styles.refused}`}>
      <p data-part="refused" role="status">
        {t(`why.${why}`)}
      </p>
      <RuleLink brief number={WHY_RULES[why]} />
    </div>
  );
}

function Points({ edition, colour, points }: { edition: Edition; colour: string; points: number }) {
  return (
    <span className={styles.points} title={colourName(edition, colour)}>
      <span aria-hidden="true">{signOf(colour)}</span>{" "}
      <span className={styles.colour}>{colourName(edition, colour)} </span>
      {signed(points)}{" "}
    </span>
  );
}
