// Every seat: who is there, points, ally tokens, bonus blocks, whose turn it is.

import { useEffect, useRef } from "react";
import { ASKED_GROUP, Asked } from "../../kit/Tips";
import type { Edition } from "../../model/edition";
import type { TableState } from "./state";
import type { Snapshot } from "../../protocol";
import { isPortrayed, Portrait } from "../../board/icons/Portrait";
import { AllyFace } from "../../board/icons/AllyFace";
import { BlockIcon } from "../../board/icons/Shape";
import { signOf } from "../../board/icons/paints";
import { capital, named, numeral, t } from "../../words/words";
import { colourName, seatName, shapeName } from "../../words/names";
import { SiteWords } from "./SiteWords";
import styles from "./Players.module.css";

const ALLIES = ["fille", "coureur", "huron"] as const;

interface PlayersProps {
  state: TableState;
  snapshot: Snapshot;
  edition: Edition;
}

export function Players({ state, snapshot, edition }: PlayersProps) {
  const { position, game } = snapshot;
  const list = useRef<HTMLUListElement>(null);
  // Where the chips do not fit beside each other, the one whose turn it is is in sight.
  const active = position?.active;
  useEffect(() => {
    void list.current?.querySelector("[data-turn='true']")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [active]);
  if (!position || !game) return null;
  const asked = snapshot.asks.map((ask) => ask.seat);
  const scores = position.result?.scores ?? position.scores;
  if (game.mode === "solo") {
    const solo = position.solo!;
    return (
      <ul ref={list} className={styles.players} aria-label={t("players.title")} {...ASKED_GROUP}>
        {edition.colours.map((colour) => {
          const winter = colour === edition.told.solo.winter;
          const site = edition.told.sites.find((it) => it.solo_colour === colour);
          const reached = edition.told.bonus.filter((bonus) => solo.reached[bonus.id]?.includes(colour));
          return (
            <li
              key={colour}
              className={styles.player}
              data-part="player"
              data-colour={colour}
              data-turn={winter === (position.active === "winter")}
            >
              <span className={styles.mark} aria-hidden="true">
                {signOf(colour)}
              </span>
              <span className={styles.name}>
                {winter ? t("name.winter.title") : <SiteWords name={capital(named(site?.names))} />}
                <small>{colourName(edition, colour)}</small>
              </span>
              <Asked
                what={{ kind: "marker", colour }}
                label={t("players.points", { count: scores[colour]! })}
                className={styles.score}
                data-part="score"
              >
                {numeral(scores[colour]!)}
              </Asked>
              {reached.length > 0 && (
                <span className={styles.reached}>
                  {reached.map((bonus) => (
                    <Asked
                      key={bonus.id}
                      what={{ kind: "bonus", shape: bonus.id, colour }}
                      label={shapeName(edition, bonus.id)}
                    >
                      <BlockIcon edition={edition} block={`${bonus.id}-${colour}`} size={30} />
                    </Asked>
                  ))}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    );
  }
  return (
    <ul ref={list} className={styles.players} aria-label={t("players.title")} {...ASKED_GROUP}>
      {game.seats.map((seat) => {
        const chair = snapshot.seats.find((it) => it.seat === seat)!;
        const present = chair.kind === "bot" || state.present.includes(seat);
        const tokens = position.tokens[seat] ?? [];
        return (
          <li
            key={seat}
            className={styles.player}
            data-part="player"
            data-colour={seat}
            data-turn={position.active === seat}
            data-asked={asked.includes(seat)}
            aria-current={asked.includes(seat) ? "true" : undefined}
          >
            <span className={styles.mark} aria-hidden="true">
              {signOf(seat)}
            </span>
            {chair.bot && isPortrayed(chair.bot) && (
              <span className={styles.portrait}>
                <Portrait of={chair.bot} />
              </span>
            )}
            <span className={styles.name}>
              {seatName(snapshot, seat)}
              <small>
                {colourName(edition, seat)}
                {snapshot.you.length === 1 && snapshot.you.includes(seat) && ` · ${t("players.you")}`}
                {chair.kind === "bot" && ` · ${t(chair.away ? "players.other_bot" : "players.bot")}`}
                {chair.kind !== "bot" && chair.away && ` · ${t("players.stand_in")}`}
                {!present && !chair.away && ` · ${t("players.absent")}`}
              </small>
            </span>
            <Asked
              what={{ kind: "marker", colour: seat }}
              label={t("players.points", { count: scores[seat] ?? 0 })}
              className={styles.score}
              data-part="score"
            >
              {numeral(scores[seat] ?? 0)}
            </Asked>
            <span className={styles.pieces}>
              {game.rules.allies !== "none" && (
                <span className={styles.allies}>
                  {ALLIES.map((ally) => (
                    <Asked
                      key={ally}
                      what={{ kind: "ally", seat, ally }}
                      data-offered={snapshot.offers[seat]?.do.includes(ally) ?? false}
                      className={styles.ally}
                      label={t("name.colon", {
                        what: t(`ally.${ally}`),
                        said: t(tokens.includes(ally) ? "ally.ready" : "ally.used"),
                      })}
                    >
                      <AllyFace ally={ally} used={!tokens.includes(ally)} />
                    </Asked>
                  ))}
                </span>
              )}
              <span className={styles.bonus} data-part="bonus" aria-label={t("players.bonus")}>
                {edition.told.bonus
                  .filter((bonus) => position.bonus[bonus.id]?.includes(seat))
                  .map((bonus) => (
                    <Asked
                      key={bonus.id}
                      what={{ kind: "bonus", shape: bonus.id, colour: seat }}
                      label={shapeName(edition, bonus.id)}
                    >
                      <BlockIcon edition={edition} block={`${bonus.id}-${seat}`} size={30} />
                    </Asked>
                  ))}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
