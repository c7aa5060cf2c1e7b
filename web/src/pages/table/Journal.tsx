// What was done and said at the table, beside the picture or in a dialog.

import type { Panel } from "../../kit/panels";
import { Tabs } from "../../kit/Tabs";
import { t } from "../../words/words";

export function Journal({ panels, watching }: { panels: readonly Panel[]; watching: number }) {
  return (
    <section className="journal">
      <Tabs
        panels={panels}
        label={t("journal.title")}
        className="journal-tabs"
        tabClassName="button quiet"
        beside={watching > 0 && <span className="journal-watching">{t("journal.watching", { count: watching })}</span>}
      />
    </section>
  );
}
