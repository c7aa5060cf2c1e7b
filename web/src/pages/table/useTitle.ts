// Whose turn it is, told to whoever looks elsewhere.

import { useEffect, useRef } from "react";
import { isMyTurn } from "../../model/table";
import type { Snapshot } from "../../protocol";
import { seatName } from "../../words/names";
import { t } from "../../words/words";

/** Whose turn it is, in the tab's title and by an optional sound; a lesson has a title of its own. */
export function useTitle(snapshot: Snapshot, sound: boolean, live: boolean): void {
  const mine = isMyTurn(snapshot);
  const was = useRef(mine);
  useEffect(() => {
    if (!live) return;
    const who = snapshot.asks.map((ask) => seatName(snapshot, ask.seat)).join(", ");
    document.title =
      snapshot.status !== "playing" ? t("title") : mine ? t("turn.title_mine") : t("turn.title_other", { name: who });
    if (mine && !was.current && sound) chime();
    was.current = mine;
  }, [snapshot, mine, sound, live]);
}

function chime(): void {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.frequency.value = 659;
  loudness.gain.setValueAtTime(0.12, audio.currentTime);
  loudness.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.5);
  tone.connect(loudness).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.5);
  tone.onended = () => void audio.close();
}
