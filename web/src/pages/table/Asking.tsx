// Everything at the table can be asked what it is and what it will do.

import { useCallback, useEffect, useRef, type ComponentProps, type ReactNode } from "react";
import { Board } from "../../board/Board";
import type { Asks, BoardHandle } from "../../board/props";
import { Tips, useAsking, useAsks } from "../../kit/Tips";
import { RuleLink } from "../../kit/RuleLink";
import type { Thing } from "../../model/asked";
import { answer } from "../../words/asked";
import type { TableState } from "./state";

export function Asking({ state, children }: { state: TableState; children: ReactNode }) {
  const tell = useCallback(
    (thing: Thing) => {
      const told = answer(thing, state);
      if (!told) return null;
      const body = (
        <>
          {told.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <RuleLink number={told.rule} />
        </>
      );
      return { title: told.title, body };
    },
    [state],
  );
  return <Tips tell={tell}>{children}</Tips>;
}

/** A button that does something of its own, and may be asked about by resting on it. */
export function AlsoAsked({ thing, ...button }: { thing: Thing } & ComponentProps<"button">) {
  const { onClick: _, ...asks } = useAsks(thing);
  return <button {...button} {...asks} />;
}

/** The board of the table; what stands on it answers. */
export function AskedBoard(props: Omit<ComponentProps<typeof Board>, "onAsk" | "handle">) {
  const { ask, leave } = useAsking();
  const handle = useRef<BoardHandle>(null);
  const last = useRef<NonNullable<Parameters<Asks>[0]>["at"]>(null);
  const onAsk = useCallback<Asks>(
    (asked, how) => {
      if (asked) {
        last.current = asked.at;
        ask(asked.thing, asked.at, how);
      } else if (how !== "press") leave(how, last.current);
    },
    [ask, leave],
  );

  // In the 3D picture the keys walk over columns without any focus to follow: what stands there is told beside it.
  const { cursor, scenery, glowing } = props;
  const { built } = scenery;
  const placing = Object.keys(glowing).length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a cursor that moves asks
  useEffect(() => {
    if (!cursor || placing || !handle.current) return;
    const level = built[cursor.site]?.height(cursor.x, cursor.y) ?? 0;
    const at = handle.current.project(cursor.site, cursor.x, cursor.y, level);
    ask({ kind: "cube", ...cursor, level }, at, "focus");
    return () => leave("focus", at);
  }, [cursor, placing]);
  return <Board {...props} onAsk={onAsk} handle={handle} />;
}
