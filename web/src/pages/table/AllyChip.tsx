// An ally that may be played now: its token, what it would do, and what that costs. It is never the default: whoever
// presses on without reading keeps it.

import { AllyFace } from "../../board/icons/AllyFace";
import { allyOf } from "../../model/asked";
import type { Edition } from "../../model/edition";
import type { Action, Ally, Snapshot } from "../../protocol";
import { t } from "../../words/words";
import styles from "./AllyChip.module.css";

interface AllyChipProps {
  ally: Ally;
  seat: string;
  snapshot: Snapshot;
  edition: Edition;
  busy: boolean;
  act: (action: Action) => Promise<void>;
}

export function AllyChip({ ally, seat, snapshot, edition, busy, act }: AllyChipProps) {
  const position = snapshot.position!;
  const { returns } = allyOf({ edition, game: snapshot.game!, position }, seat, ally);
  const does = {
    fille: () => t("actions.fille", { points: position.points }),
    coureur: () => t("actions.coureur", { points: Math.floor(position.points / 2) }),
    huron: () => t("actions.huron"),
  }[ally]();
  return (
    <button className={styles.chip} data-do={ally} disabled={busy} onClick={() => void act({ by: seat, do: ally })}>
      <AllyFace ally={ally} large />
      <span>
        <span>{does}</span> <small>{t(returns ? "offer.returns" : "offer.gone")}</small>
      </span>
    </button>
  );
}
