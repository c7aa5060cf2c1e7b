// What happens is said aloud to those who listen instead of looking.

import { useEffect, useRef, useState } from "react";
import type { Edition } from "../../model/edition";
import { isMyTurn } from "../../model/table";
import type { TableState } from "./state";
import type { Snapshot } from "../../protocol";
import { t, useLanguage } from "../../words/words";
import { narrate } from "../../words/narrate";

export function Announcer({ state, snapshot, edition }: { state: TableState; snapshot: Snapshot; edition: Edition }) {
  const seen = useRef<number | null>(null);
  const [text, setText] = useState("");
  // After a change of language the old words would be read in the wrong voice.
  const language = useLanguage();
  useEffect(() => setText(""), [language]);
  useEffect(() => {
    const last = state.log.at(-1);
    if (!last) return;
    if (seen.current !== null) {
      const news = state.log.filter((event) => event.seq > seen.current!);
      const lines = news.flatMap((event) => narrate(event, snapshot, edition)).map((line) => line.text);
      const mine = isMyTurn(snapshot);
      if (lines.length) setText([...lines, ...(mine ? [t("turn.title_mine")] : [])].join(" "));
    }
    seen.current = last.seq;
  }, [state.log, snapshot, edition]);
  return (
    <div className="visually-hidden" role="log" aria-live="polite">
      {text}
    </div>
  );
}
