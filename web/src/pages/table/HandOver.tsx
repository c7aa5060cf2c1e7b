// Several seats at one device: whose turn it is sees its own secrets, and nobody else's.

import { useCallback, useEffect, useState } from "react";
import type { Snapshot } from "../../protocol";
import { t } from "../../words/words";
import { useModal } from "../../kit/Dialog";
import styles from "./HandOver.module.css";

/**
 * The seat that plays at this device now. Where somebody here remembers cards from a Huron, the device is covered until the
 * next person says that it is in their hands.
 */
export function useConfirmedSeat(snapshot: Snapshot): {
  seat: string | null;
  cover: string | null;
  confirm: () => void;
} {
  const asked = snapshot.asks.map((ask) => ask.seat).filter((seat) => snapshot.offers[seat]);
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const seat = confirmed && asked.includes(confirmed) ? confirmed : (asked[0] ?? null);
  const secrets = snapshot.you.some((own) => (snapshot.foresight[own] ?? []).length > 0);
  const several = snapshot.you.length > 1;
  const covered = several && secrets && seat !== null && seat !== confirmed;
  useEffect(() => {
    // Once covered, nobody is known to hold the device: not even whoever had it before gets on without saying so.
    // Unless somebody said so meanwhile: on a slow device this may run after the button was pressed.
    if (covered) setConfirmed((now) => (now === confirmed ? null : now));
    else if (seat && seat !== confirmed) setConfirmed(seat);
  }, [seat, covered, confirmed]);
  const confirm = useCallback(() => setConfirmed(seat), [seat]);
  return { seat, cover: covered ? seat : null, confirm };
}

/** Over everything: what lies behind can be neither seen nor reached by keyboard. */
export function HandOver({ name, onConfirm }: { name: string; onConfirm: () => void }) {
  const modal = useModal();
  return (
    <dialog
      {...modal}
      className={styles.over}
      data-part="hand-over"
      role="alertdialog"
      aria-labelledby="hand-over-title"
    >
      <h2 id="hand-over-title">{t("handover.title", { name })}</h2>
      <p>{t("handover.text")}</p>
      <button className="button primary" autoFocus onClick={onConfirm}>
        {t("handover.button", { name })}
      </button>
    </dialog>
  );
}
