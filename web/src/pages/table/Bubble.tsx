// What somebody has just said, at their place: it is read without opening the chat, and goes by itself.

import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Snapshot } from "../../protocol";
import { useMuted } from "../../settings/muted";
import styles from "./Bubble.module.css";

type Line = Snapshot["chat"][number];

/** How long it stays, in milliseconds: long enough to be read, longer for longer lines. */
const stays = (line: Line): number => 4000 + 60 * line.text.length;

export function Bubble({ snapshot }: { snapshot: Snapshot }) {
  const muted = useMuted(snapshot.table);
  const last = snapshot.chat.at(-1) ?? null;
  // What was said before the page was opened is history.
  const known = useRef(last?.seq ?? 0);
  const [said, say] = useState<Line | null>(null);
  const own = snapshot.you.length === 1 && last?.seat === snapshot.you[0];
  useEffect(() => {
    if (!last || last.seq <= known.current) return;
    known.current = last.seq;
    if (!own) say(last);
  }, [last, own]);
  // It goes in its time, also where its answer is the last that was said.
  useEffect(() => {
    if (!said) return;
    const later = setTimeout(() => say(null), stays(said));
    return () => clearTimeout(later);
  }, [said]);
  if (!said || muted.includes(said.seat)) return null;
  return <AtPlayer key={said.seq} line={said} />;
}

export function AtPlayer({ line }: { line: Pick<Line, "seat" | "name" | "text"> }) {
  const ref = useRef<HTMLParagraphElement>(null);
  const [place, setPlace] = useState({ left: 0, tip: 0 });
  useLayoutEffect(() => {
    const header = ref.current?.closest("header");
    const tile = header?.querySelector<HTMLElement>(`[data-part=player][data-colour="${CSS.escape(line.seat)}"]`);
    if (!header || !tile || !ref.current) return;
    // Within the header's own measures: on large screens it is drawn larger than it is laid out.
    const scale = header.getBoundingClientRect().width / header.offsetWidth || 1;
    const at = (tile.getBoundingClientRect().left - header.getBoundingClientRect().left) / scale;
    const left = Math.max(4, Math.min(at, header.offsetWidth - ref.current.offsetWidth - 8));
    // Its tip is at whoever speaks, also where the edge of the screen keeps the rest away.
    setPlace({ left, tip: Math.min(at - left, ref.current.offsetWidth - 44) });
  }, [line.seat]);
  return (
    <p
      ref={ref}
      className={styles.bubble}
      data-part="bubble"
      data-colour={line.seat}
      role="status"
      style={{ left: place.left, "--tip": `${place.tip}px` } as CSSProperties}
    >
      <strong>{line.name}</strong> {line.text}
    </p>
  );
}
