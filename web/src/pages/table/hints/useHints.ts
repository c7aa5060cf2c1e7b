// Hints for whoever is to act: asked for once for each choice there is, and forgotten with it.

import { useCallback, useEffect, useMemo, useState } from "react";
import type { PlacingState } from "../../../hand/usePlacing";
import type { Hand } from "../../../model/source";
import type { HintsTold, Offer, Snapshot } from "../../../protocol";

export interface Hints {
  /** Whether this table gives hints, and somebody here has something to choose. */
  allowed: boolean;
  busy: boolean;
  told: HintsTold | null;
  /** What each placement is worth in all, once that is known. */
  worths: ReadonlyMap<number, number> | null;
  /** Ask for them, unless they are known; refused by an error. */
  ask: () => Promise<void>;
}

export function useHints(hand: Hand | null, seat: string | null, offer: Offer | null, snapshot: Snapshot): Hints {
  const [known, keep] = useState<{ offer: Offer; told: HintsTold } | null>(null);
  const [busy, setBusy] = useState(false);
  const allowed = snapshot.options.hints && snapshot.status === "playing" && offer !== null && Boolean(hand?.hints);
  const told = known && known.offer === offer ? known.told : null;
  const ask = useCallback(async () => {
    if (told || !allowed || !seat || !offer) return;
    setBusy(true);
    try {
      keep({ offer, told: await hand!.hints!(seat) });
    } finally {
      setBusy(false);
    }
  }, [told, allowed, seat, offer, hand]);
  const worths = useMemo(() => told && new Map(told.ids.map((id, number) => [id, told.worth[number]!])), [told]);
  return { allowed, busy, told, worths, ask };
}

export interface ShownHint {
  /** Which hint is shown, counted from 0; null where none is. */
  number: number | null;
  show: (number: number) => void;
  close: () => void;
  /** Ask for hints, and show the first. */
  ask: () => void;
  /** Ask for them so that what is listed goes by worth. */
  weigh: () => void;
  /** The next best placement: by its worth where hints tell it, else by the points it brings now. */
  nextBest: () => void;
}

/** `failed` hears why there are none. */
export function useShownHint(hints: Hints, placing: PlacingState, failed: (error: unknown) => void): ShownHint {
  const [wanted, want] = useState<"hint" | "best" | "best-by-points" | null>(null);
  const [number, setNumber] = useState<number | null>(null);
  const { told, allowed, worths } = hints;
  // Another choice has other hints. While rendering: the old ones must not be there for a moment more.
  const [shownOf, setShownOf] = useState(told);
  if (shownOf !== told) {
    setShownOf(told);
    setNumber(null);
  }

  const show = (next: number) => {
    setNumber(next);
    const legal = placing.placeable?.legal.find(({ id }) => id === told?.best[next]?.placement);
    if (legal) placing.show(legal);
    else if (placing.ghost) placing.cancel();
  };

  const request = async (what: "hint" | "best" | null) => {
    want(what);
    try {
      await hints.ask();
    } catch (error) {
      want(what === "best" ? "best-by-points" : null);
      failed(error);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when what was asked for is there
  useEffect(() => {
    if (!wanted || !(told || wanted === "best-by-points")) return;
    want(null);
    if (wanted === "hint") show(0);
    else placing.nextBest();
  }, [wanted, told]);

  return {
    number: told ? number : null,
    show,
    close: () => setNumber(null),
    ask: () => void request("hint"),
    weigh: () => void (allowed && request(null)),
    nextBest: () => (allowed && !worths ? void request("best") : placing.nextBest()),
  };
}
