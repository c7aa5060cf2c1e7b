// Panels behind tabs, one of them in sight. Tab leads to the chosen one, arrows to the others.

import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import type { Panel } from "./panels";
import styles from "./Tabs.module.css";

interface TabsProps {
  panels: readonly Panel[];
  label: string;
  /** Of the row of tabs, and of each tab in it. */
  className?: string;
  tabClassName?: string;
  /** What else stands in the row. */
  beside?: ReactNode;
}

export function Tabs({ panels, label, className, tabClassName, beside }: TabsProps) {
  const name = useId();
  const tabs = useRef(new Map<string, HTMLButtonElement>());
  const [asked, ask] = useState<string | null>(null);
  const shown = panels.filter((panel) => panel.shown);
  const chosen = shown.find((panel) => panel.id === asked) ?? shown[0];
  const step = (event: KeyboardEvent) => {
    const [at, last] = [shown.indexOf(chosen!), shown.length - 1];
    const to = { ArrowRight: at + 1, ArrowLeft: at + last, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const { id } = shown[to % shown.length]!;
    ask(id);
    tabs.current.get(id)?.focus();
  };
  if (!chosen) return null;
  return (
    <>
      <div className={className}>
        <div role="tablist" aria-label={label} className={styles.tabs} onKeyDown={step}>
          {shown.map(({ id, title }) => (
            <button
              key={id}
              ref={(tab) => {
                if (tab) tabs.current.set(id, tab);
              }}
              type="button"
              role="tab"
              id={`${name}-${id}`}
              aria-controls={`${name}-panel`}
              aria-selected={id === chosen.id}
              tabIndex={id === chosen.id ? 0 : -1}
              className={tabClassName}
              onClick={() => ask(id)}
            >
              {title}
            </button>
          ))}
        </div>
        {beside}
      </div>
      <div key={chosen.id} role="tabpanel" id={`${name}-panel`} aria-labelledby={`${name}-${chosen.id}`}>
        {chosen.view()}
      </div>
    </>
  );
}
