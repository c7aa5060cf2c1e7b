// A notice that the server is a newer one by now: the game goes on either way, the page is new after it was loaded again.

import { useState } from "react";
import { useNewVersion } from "../../net/version";
import { t } from "../../words/words";
import type { TableState } from "./state";
import styles from "./Game.module.css";

export function NewVersion({ state }: { state: TableState }) {
  const version = useNewVersion(state.link);
  const [put, putAway] = useState<string | null>(null);
  if (!version || put === version) return null;
  return (
    <p className={styles.newer} data-part="new-version" role="status">
      {t("version.new", { version })}
      <button className="button" onClick={() => location.reload()}>
        {t("version.load")}
      </button>
      <button className="button quiet" aria-label={t("dialog.close")} onClick={() => putAway(version)}>
        ✕
      </button>
    </p>
  );
}
