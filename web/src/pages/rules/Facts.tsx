// What lies beside the board in a figure: points and what was gained, ally tokens, cards.

import { ShapeIcon } from "../../board/icons/Shape";
import { signOf } from "../../board/icons/paints";
import type { Edition } from "../../model/edition";
import { cardsAt, momentOf } from "../../model/figure";
import type { BoardFigureTold } from "../../protocol";
import { cardName, colourName } from "../../words/names";
import { numeral, signed, t } from "../../words/words";
import styles from "./Facts.module.css";

const ALLIES = ["fille", "coureur", "huron"] as const;

export function Facts({ figure, edition, at }: { figure: BoardFigureTold; edition: Edition; at: number }) {
  const { position, step } = momentOf(edition, figure, at);
  const { game } = figure;
  const allies = game.rules.allies !== "none" && game.mode === "table";
  const gain = step?.gain ?? {};
  const scores = position.result?.scores ?? position.scores;
  // Where points are counted from 0, only those who score are worth a word.
  const shown = edition.colours.filter(
    (colour) =>
      (game.mode === "solo" || game.seats.includes(colour)) &&
      (allies || gain[colour] || figure.first.scores[colour] || scores[colour]),
  );
  const cards = cardsAt(figure, at);
  return (
    <>
      {shown.length > 0 && (
        <ul className={styles.points} data-part="points">
          {shown.map((colour) => (
            <li key={colour} data-colour={colour}>
              <span className={styles.mark} aria-hidden="true">
                {signOf(colour)}
              </span>
              <span className="visually-hidden">{colourName(edition, colour)} </span>
              <b>{numeral(scores[colour] ?? 0)}</b>
              {gain[colour] !== undefined && !step?.refused && (
                <span className={styles.gain} data-loss={gain[colour] < 0}>
                  {" "}
                  {signed(gain[colour])}
                </span>
              )}
              {allies && (
                <span className={styles.allies}>
                  {ALLIES.map((ally) => (
                    <abbr
                      key={ally}
                      data-used={!position.tokens[colour]?.includes(ally)}
                      title={t("name.colon", {
                        what: t(`ally.${ally}`),
                        said: t(position.tokens[colour]?.includes(ally) ? "ally.ready" : "ally.used"),
                      })}
                    >
                      {t(`ally.${ally}.letter`)}
                    </abbr>
                  ))}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {cards && (
        <div className={styles.cards}>
          <span>{t(cards.next ? "book.figure.next_cards" : "cards.title")}</span>
          <ol>
            {cards.cards.map((card, place) => (
              <li key={place}>
                {card === "snow" ? (
                  <span className={styles.snow} aria-hidden="true">
                    ❄
                  </span>
                ) : (
                  <ShapeIcon edition={edition} shape={card} size={34} />
                )}
                {cardName(edition, card)}
              </li>
            ))}
          </ol>
        </div>
      )}
    </>
  );
}
