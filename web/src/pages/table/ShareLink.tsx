// A link to give away: shown, copied, or handed to the device's own way of sharing.

import { useId, useRef, useState } from "react";
import { SERVERLESS } from "../../protocol/root";
import { t } from "../../words/words";
import { linkTo } from "../../net/linkTo";
import { useOfferings } from "../../net/offerings";
import styles from "./ShareLink.module.css";

interface ShareLinkProps {
  label: string;
  line?: string;
  path: string;
}

/** Where there is no server, nobody else can come to a table of this browser. */
export function ShareLink(props: ShareLinkProps) {
  return SERVERLESS ? null : <Shared {...props} />;
}

function Shared({ label, line, path }: ShareLinkProps) {
  const id = useId();
  const link = linkTo(path, location.href, useOfferings().address);
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);

  const copy = async () => {
    const input = field.current!;
    input.select();
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      document.execCommand("copy"); // a page over plain http has no clipboard of its own
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 2_500);
  };
  const share = () => navigator.share({ title: t("title"), url: link }).catch(() => {}); // closing it is no mistake

  return (
    <div className={styles.share}>
      <label htmlFor={id}>{label}</label>
      {line && <small>{line}</small>}
      <div>
        <input ref={field} id={id} type="text" readOnly value={link} onFocus={(event) => event.target.select()} />
        <button type="button" className="button" onClick={() => void copy()}>
          {t(copied ? "links.copied" : "links.copy")}
        </button>
        {"share" in navigator && (
          <button type="button" className="button" onClick={() => void share()}>
            {t("links.share")}
          </button>
        )}
      </div>
      <span role="status" className="visually-hidden">
        {copied && t("links.copied")}
      </span>
    </div>
  );
}
