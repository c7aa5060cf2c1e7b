// A Huron's three cards, to be put back in an order.

import { Icon } from "../../kit/Icon";
import { useState, type ReactNode } from "react";
import type { Edition } from "../../model/edition";
import { ALLY_RULES } from "../../model/rules";
import type { Action, Snapshot } from "../../protocol";
import { ShapeIcon } from "../../board/icons/Shape";
import { t } from "../../words/words";
import { Dialog } from "../../kit/Dialog";
import { RuleLink } from "../../kit/RuleLink";
import { cardName } from "../../words/names";
import styles from "./Huron.module.css";

interface HuronProps {
  snapshot: Snapshot;
  edition: Edition;
  seat: string;
  busy: boolean;
  act: (action: Action) => Promise<void>;
  /** What a lesson has to say meanwhile. */
  note?: ReactNode;
}

export function Huron({ snapshot, edition, seat, busy, act, note }: HuronProps) {
  const count = snapshot.offers[seat]!.order;
  const cards = (snapshot.foresight[seat] ?? []).slice(0, count).map((group) => group.cards[0]!);
  const [order, setOrder] = useState<number[]>(() => cards.map((_, number) => number));
  const swap = (place: number, other: number) => {
    const next = [...order];
    [next[place], next[other]] = [next[other]!, next[place]!];
    setOrder(next);
  };
  return (
    <Dialog title={t("huron.title")}>
      <p>
        {t("huron.text")} <RuleLink brief number={ALLY_RULES.huron} />
      </p>
      {note}
      <ol className={styles.huron} data-part="huron">
        {order.map((card, place) => (
          <li key={card}>
            <span>{t(`huron.place.${place + 1}` as "huron.place.1")}</span>
            <span className={styles.card} data-part="huron-card">
              {cards[card] === "snow" ? (
                <span className={styles.snow}>
                  <Icon name="snow" />
                </span>
              ) : (
                <ShapeIcon edition={edition} shape={cards[card]!} size={52} />
              )}
              {cardName(edition, cards[card]!)}
            </span>
            <span>
              <button
                className="button"
                disabled={place === 0}
                aria-label={t("huron.up", { card: cardName(edition, cards[card]!) })}
                onClick={() => swap(place, place - 1)}
              >
                ▲
              </button>
              <button
                className="button"
                disabled={place === order.length - 1}
                aria-label={t("huron.down", { card: cardName(edition, cards[card]!) })}
                onClick={() => swap(place, place + 1)}
              >
                ▼
              </button>
            </span>
          </li>
        ))}
      </ol>
      <button
        className="button primary"
        data-do="huron-order"
        disabled={busy}
        onClick={() => void act({ by: seat, do: "huron", order })}
      >
        {t("huron.button")}
      </button>
    </Dialog>
  );
}
