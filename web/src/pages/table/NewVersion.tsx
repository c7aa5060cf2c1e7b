// A notice that the server is a newer one by now: the game goes on either way, the page is new after it was loaded again.

import { lazy, Suspense, useState } from "react";
import { useNewVersion } from "../../net/version";
import { SERVERLESS } from "../../protocol/root";
import { t } from "../../words/words";
import type { TableState } from "./state";
import styles from "./Game.module.css";

// Only a page without a server needs it.
const NewerSite = lazy(() => import("../NewerSite").then((module) => ({ default: module.NewerSite })));

export function NewVersion({ state }: { state: TableState }) {
  if (!SERVERLESS) return <NewServer state={state} />;
  return (
    <Suspense>
      <NewerSite className={styles.newer} />
    </Suspense>
  );
}

function NewServer({ state }: { state: TableState }) {
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
