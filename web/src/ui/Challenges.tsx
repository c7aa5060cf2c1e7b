// Alone against Winter: the site each turn asks for, and the architectural challenges with their patterns.

import type { Edition } from "../game/edition";
import type { Cell, EditionTold, Snapshot } from "../net/protocol";
import { ShapeIcon } from "../picture/Shape";
import type { Lit } from "../picture/props";
import { capital, named, t } from "../words/words";
import { siteName } from "./names";

type Challenge = EditionTold["solo"]["challenges"][number];

interface ChallengesProps {
  snapshot: Snapshot;
  edition: Edition;
  onShow: (lit: Lit[]) => void;
}

export function Challenges({ snapshot, edition, onShow }: ChallengesProps) {
  const { game, position } = snapshot;
  if (!game?.solo || !position?.solo) return null;
  const { solo } = position;
  const challenges = edition.told.solo.challenges.filter((it) => game.solo!.architecture.includes(it.id));
  const fixed = game.solo.sites.some((site) => site !== null);
  return (
    <section className="challenges" aria-label={t("challenges.title")}>
      {fixed && (
        <ol className="cycle" aria-label={t("challenges.cycle")}>
          {game.solo.sites.map((site, turn) => (
            <li
              key={turn}
              aria-current={turn === solo.turn ? "step" : undefined}
              data-free={turn === solo.turn && siteSetAside(snapshot) !== null}
            >
              {capital(site ? siteName(edition, site) : t("challenges.any"))}
            </li>
          ))}
          <li aria-current={solo.turn === game.solo.sites.length ? "step" : undefined}>❄ {t("name.winter.title")}</li>
        </ol>
      )}
      {challenges.length > 0 && (
        <ul>
          {challenges.map((challenge) => {
            const done = solo.earned.includes(challenge.id);
            const pattern = patternOf(edition, challenge);
            const show = () => onShow(pattern.length ? [{ site: challenge.site, cells: pattern }] : []);
            return (
              <li key={challenge.id} data-done={done}>
                <button
                  className="challenge"
                  onMouseEnter={show}
                  onMouseLeave={() => onShow([])}
                  onFocus={show}
                  onBlur={() => onShow([])}
                  onClick={show}
                >
                  <ShapeIcon edition={edition} shape={challenge.shape} size={26} />
                  <span>
                    {named(challenge.names)}
                    <small>
                      {siteName(edition, challenge.site)} · {t("challenges.count", { count: challenge.count })}
                    </small>
                  </span>
                  <strong>{done ? `✓ ${t("challenges.done")}` : `+${edition.told.solo.challenge_points}`}</strong>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** The site this turn asks for although no block fits there any more, so that it does not bind (CHA-5). */
export function siteSetAside({ game, position }: Snapshot): string | null {
  if (!game?.solo || !position?.solo || position.result || position.solo.required_site) return null;
  return game.solo.sites[position.solo.turn] ?? null;
}

/** One place where a challenge's pattern fits the plan, as cells; none where only the number of blocks counts. */
function patternOf(edition: Edition, challenge: Challenge): Cell[] {
  const columns = challenge.at ?? edition.columns(challenge.site);
  const ways: [number, number][] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ];
  const pose = challenge.pose ?? rectangle(challenge.rectangle);
  if (!pose) return [];
  for (const [x, y] of columns)
    for (const [dx, dy] of ways) {
      const cells = pose.map(([along, level]): Cell => [x + dx * along, y + dy * along, level]);
      if (cells.every(([cx, cy]) => edition.inPlan(challenge.site, cx, cy))) return cells;
    }
  return [];
}

function rectangle(size: [number, number] | null): [number, number][] | null {
  if (!size) return null;
  const [width, height] = size;
  return Array.from({ length: width * height }, (_, number) => [number % width, 1 + Math.floor(number / width)]);
}
