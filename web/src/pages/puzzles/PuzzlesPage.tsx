// The puzzles: their list, or one of them at a table.

import { useEffect } from "react";
import { puzzleList } from "../../net/puzzles";
import { t, useLanguage } from "../../words/words";
import { useLoaded } from "../learn/useLoaded";
import { Puzzle } from "./Puzzle";
import { PuzzleList } from "./PuzzleList";
import pageStyles from "../learn/LearnPage.module.css";

/** `puzzle` is the id of the one that is asked for, "" where all of them are. */
export function PuzzlesPage({ puzzle }: { puzzle: string }) {
  useLanguage();
  const list = useLoaded("list", puzzleList);
  const title = t("puzzle.title");
  useEffect(() => {
    document.title = `${title} · ${t("title")}`;
  }, [title]);
  if (list.failed) return <p role="alert">{t("error.offline")}</p>;
  if (!list.found) return <p className={pageStyles.loading}>{t("lesson.loading")}</p>;
  const listed = list.found.find(({ id }) => id === puzzle);
  return listed ? <Puzzle key={puzzle} list={list.found} listed={listed} /> : <PuzzleList list={list.found} />;
}
