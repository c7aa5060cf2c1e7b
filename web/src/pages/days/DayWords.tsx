// At a day's table: whose game it is, what it counts as, and how it was shuffled; after it, the result to share.

import { ofDay } from "../../model/story";
import { useStory } from "../../net/story";
import type { Snapshot } from "../../protocol";
import { t } from "../../words/words";
import { WayTo } from "../WayTo";
import { dayName } from "./share";
import { ShareDay } from "./ShareDay";
import { useUsualEdition } from "./useDays";
import styles from "./ShareDay.module.css";

export function DayWords({ snapshot: { options, status, secret, table } }: { snapshot: Snapshot }) {
  const story = useStory();
  const edition = useUsualEdition();
  const day = options.day!;
  const over = status === "over";
  const played = over ? story.games.find(({ id }) => id === table) : undefined;
  const first = ofDay(story, day.date);
  return (
    <section className={styles.words} data-part="day" data-count={day.count}>
      <p>
        <b>
          {t("day.title")} · {dayName(day.date)}
        </b>
      </p>
      <p>
        {t(`day.count.${day.count}`)}{" "}
        {(day.count === "first" || day.count === "further") && secret === null && t("day.sealed")}
      </p>
      {played && played.ahead.length > 0 && first?.id === played.id && <ShareDay played={played} edition={edition} />}
      <p>
        <WayTo path="/days">{t("day.to_all")}</WayTo>
      </p>
    </section>
  );
}
