// Alone against Winter: whose turn of the cycle it is and which site it asks for, and the architectural challenges with
// their patterns.

import { Icon } from "../../kit/Icon";
import { useEffect, useMemo, useRef } from "react";
import { ASKED_GROUP, Asked } from "../../kit/Tips";
import type { Edition } from "../../model/edition";
import { patternOf, progressOf } from "../../model/pattern";
import type { EditionTold, Snapshot } from "../../protocol";
import { ShapeIcon } from "../../board/icons/Shape";
import { buildings, type Lit } from "../../model/building";
import { capital, named, t } from "../../words/words";
import { challengeLine, siteName } from "../../words/names";
import { RuleLink } from "../../kit/RuleLink";
import { SiteWords } from "./SiteWords";
import narrowStyles from "./narrow.module.css";
import styles from "./Challenges.module.css";

type Challenge = EditionTold["solo"]["challenges"][number];

function chosen({ game }: Snapshot, edition: Edition): Challenge[] {
  return edition.told.solo.challenges.filter((it) => game?.solo?.architecture.includes(it.id));
}

/** How many of the challenges are met, in a few words; null where none was chosen. */
export function challengesMet(snapshot: Snapshot, edition: Edition): string | null {
  const all = chosen(snapshot, edition).length;
  return all && snapshot.position?.solo
    ? t("challenges.met", { done: snapshot.position.solo.earned.length, all })
    : null;
}

/** One line under the cards: the turns of the cycle, as on the book's turn tracker (SOL-3), and where room is short a way
 * to the challenges. */
export function SoloLine({ snapshot, edition, onOpen }: { snapshot: Snapshot; edition: Edition; onOpen: () => void }) {
  const { game, position } = snapshot;
  const list = useRef<HTMLOListElement>(null);
  const turn = position?.solo?.turn;
  useEffect(() => {
    // Sideways only: the cards above must stay where they are.
    const now = list.current?.querySelector<HTMLElement>("[aria-current]");
    list.current?.scrollTo({ left: (now?.offsetLeft ?? 0) - list.current.offsetLeft - 30 });
  }, [turn]);
  if (!game?.solo || !position?.solo) return null;
  const { sites } = game.solo;
  const fixed = sites.some((site) => site !== null);
  const met = challengesMet(snapshot, edition);
  return (
    <div className={styles.line} data-part="solo">
      {met && (
        <button className={`button ${narrowStyles.narrow}`} onClick={onOpen}>
          {met}
        </button>
      )}
      <ol ref={list} className={styles.cycle} data-part="cycle" aria-label={t("challenges.cycle")} {...ASKED_GROUP}>
        {sites.map((site, number) => (
          <li
            key={number}
            aria-current={number === turn ? "step" : undefined}
            data-free={number === turn && siteSetAside(snapshot) !== null}
          >
            <Asked what={{ kind: "turn", number }}>
              {site ? (
                <SiteWords name={capital(siteName(edition, site))} />
              ) : fixed ? (
                capital(t("challenges.any"))
              ) : (
                t("challenges.turn", { number: number + 1 })
              )}
            </Asked>
          </li>
        ))}
        <li aria-current={turn === sites.length ? "step" : undefined}>
          <Asked what={{ kind: "turn", number: sites.length }}>
            <Icon name="snow" /> {t("name.winter.title")}
          </Asked>
        </li>
      </ol>
    </div>
  );
}

interface ChallengesProps {
  snapshot: Snapshot;
  edition: Edition;
  /** Lights an example in the picture; without it the challenges can only be read. */
  onShow?: (lit: Lit[]) => void;
  /** An example was asked for: whatever hides the picture can go. */
  onChosen?: (site: string) => void;
}

export function Challenges({ snapshot, edition, onShow, onChosen }: ChallengesProps) {
  const earned = snapshot.position?.solo?.earned ?? [];
  const built = useMemo(
    () => (snapshot.position ? buildings(edition, snapshot.position) : {}),
    [edition, snapshot.position],
  );
  return (
    <section className={styles.challenges} aria-label={t("challenges.title")}>
      <p>
        <RuleLink number="CHA-7" />
      </p>
      <ul {...ASKED_GROUP}>
        {chosen(snapshot, edition).map((challenge) => {
          const done = earned.includes(challenge.id);
          const cells = onShow ? patternOf(edition, challenge) : [];
          const progress = progressOf(edition, built[challenge.site], challenge);
          const show = () => onShow?.([{ site: challenge.site, cells }]);
          const told = (
            <>
              <ShapeIcon edition={edition} shape={challenge.shape} size={26} />
              <span>
                {named(challenge.names)}
                <small>{challengeLine(edition, challenge)}</small>
                {progress !== null && !done && (
                  <small className={styles.progress} data-part="progress">
                    {t("challenges.progress", { done: progress, all: challenge.count })}
                  </small>
                )}
                {cells.length > 0 && <small className={styles.show}>{t("challenges.show")}</small>}
              </span>
            </>
          );
          const worth = done ? `✓ ${t("challenges.done")}` : `+${edition.told.solo.challenge_points}`;
          return (
            <li key={challenge.id} data-done={done}>
              {cells.length ? (
                <button
                  className={styles.challenge}
                  onMouseEnter={show}
                  onMouseLeave={() => onShow?.([])}
                  onFocus={show}
                  onBlur={() => onShow?.([])}
                  onClick={() => {
                    show();
                    onChosen?.(challenge.site);
                  }}
                >
                  {told}
                </button>
              ) : (
                <div className={styles.challenge}>{told}</div>
              )}
              <Asked what={{ kind: "challenge", id: challenge.id }} className={styles.worth}>
                {worth}
              </Asked>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The challenges that were chosen, to be read again; nothing where none was. */
export function ChallengesInHelp({ snapshot, edition }: { snapshot: Snapshot; edition: Edition }) {
  const met = challengesMet(snapshot, edition);
  if (met === null) return null;
  return (
    <>
      <h3>{met}</h3>
      <Challenges snapshot={snapshot} edition={edition} />
    </>
  );
}

/** The site this turn asks for although no block fits there any more, so that it does not bind (CHA-5). */
export function siteSetAside({ game, position }: Snapshot): string | null {
  if (!game?.solo || !position?.solo || position.result || position.solo.required_site) return null;
  return game.solo.sites[position.solo.turn] ?? null;
}
