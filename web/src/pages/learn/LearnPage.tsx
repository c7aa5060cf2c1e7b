// The lessons: their list, or one of them at a table.

import { useEffect } from "react";
import { lessonList, lessonWords } from "../../net/lessons";
import { t, useLanguage } from "../../words/words";
import { Lesson } from "./Lesson";
import { LessonList } from "./LessonList";
import { useLoaded } from "./useLoaded";
import styles from "./LearnPage.module.css";

/** `lesson` is the name of the one that is asked for, "" where all of them are. */
export function LearnPage({ lesson }: { lesson: string }) {
  const language = useLanguage();
  const list = useLoaded("list", lessonList);
  const words = useLoaded(language, lessonWords);
  const title = words.found?.[lesson]?.title ?? t("lesson.title");
  useEffect(() => {
    document.title = `${title} · ${t("title")}`;
  }, [title]);
  if (list.failed || words.failed) return <p role="alert">{t("error.offline")}</p>;
  if (!list.found || !words.found) return <p className={styles.loading}>{t("lesson.loading")}</p>;
  const number = list.found.findIndex(({ id }) => id === lesson);
  return number < 0 ? (
    <LessonList list={list.found} words={words.found} />
  ) : (
    <Lesson key={lesson} list={list.found} number={number} words={words.found} />
  );
}
