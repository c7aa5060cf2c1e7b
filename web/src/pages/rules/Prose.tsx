// A text of the book: emphasis, words of the program, and numbers of rules as links to them.

import { Fragment, type ReactNode } from "react";
import styles from "./Prose.module.css";

const MARKS = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\b([A-Z]{3,4}(?:-\d+)?)\b/g;

/** `anchors` are those of the book: what looks like a number but is no rule's stays a word. */
export function Prose({ text, anchors }: { text: string; anchors: ReadonlySet<string> }) {
  const parts: ReactNode[] = [];
  const said = (words: string) => parts.push(words.replaceAll("'", "’")); // as in the page's other texts
  let done = 0;
  for (const match of text.matchAll(MARKS)) {
    const [whole, code, strong, emphasis, number] = match;
    said(text.slice(done, match.index));
    if (code) parts.push(<code>{code}</code>);
    else if (strong) parts.push(<strong>{strong}</strong>);
    else if (emphasis) parts.push(<em>{emphasis}</em>);
    else if (anchors.has(number!.toLowerCase()))
      parts.push(
        <a className={styles.number} href={`#${number!.toLowerCase()}`}>
          {number}
        </a>,
      );
    else parts.push(whole);
    done = match.index + whole.length;
  }
  said(text.slice(done));
  return parts.map((part, place) => <Fragment key={place}>{part}</Fragment>);
}
