// A day's result to share: the lines, and a button that copies them.

import { useRef, useState } from "react";
import type { Edition } from "../../model/edition";
import type { Played } from "../../model/story";
import { linkTo } from "../../net/linkTo";
import { useOfferings } from "../../net/offerings";
import { t } from "../../words/words";
import { shared } from "./share";
import styles from "./ShareDay.module.css";

export function ShareDay({ played, edition }: { played: Played; edition: Edition | null }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState(false);
  const text = shared(played, edition, linkTo("/days", location.href, useOfferings().address));
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      field.current!.select();
      document.execCommand("copy"); // a page over plain http has no clipboard of its own
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 2_500);
  };
  return (
    <div className={styles.share} data-part="share">
      <textarea ref={field} readOnly rows={4} value={text} aria-label={t("day.share.text")} />
      <button type="button" className="button" data-do="share" onClick={() => void copy()}>
        {t(copied ? "links.copied" : "day.share")}
      </button>
      <span role="status" className="visually-hidden">
        {copied && t("links.copied")}
      </span>
    </div>
  );
}
