// What was done and said at the table, beside the picture or in a dialog.

import type { Panel } from "../../kit/panels";
import { Tabs } from "../../kit/Tabs";
import { t } from "../../words/words";
import styles from "./Journal.module.css";

export function Journal({ panels, watching }: { panels: readonly Panel[]; watching: number }) {
  return (
    <section className={styles.journal} data-part="journal">
      <Tabs
        panels={panels}
        label={t("journal.title")}
        className={styles.tabs}
        tabClassName="button quiet"
        beside={watching > 0 && <span className={styles.watching}>{t("journal.watching", { count: watching })}</span>}
      />
    </section>
  );
}
