// Which page is shown. Each is a script of its own, loaded when it is asked for: none pays for another.

import { lazy, Suspense, useEffect } from "react";
import { Otherwise } from "./board/Otherwise";
import { useLocked } from "./net/gate";
import { currentRoute, useRoute } from "./pages/route";
import { speakAlso, t, useLanguage } from "./words/words";

const loadHome = () => import("./pages/home/Home").then((page) => ({ default: page.Home }));
const loadTable = async () => {
  const [page] = await Promise.all([import("./pages/table/TablePage"), speakAlso("table")]);
  return { default: page.TablePage };
};
const loadRules = async () => {
  const [page] = await Promise.all([import("./pages/rules/RulesPage"), speakAlso("table", "aside")]);
  return { default: page.RulesPage };
};
const loadLearn = async () => {
  const [page] = await Promise.all([import("./pages/learn/LearnPage"), speakAlso("table")]);
  return { default: page.LearnPage };
};
const loadPuzzles = async () => {
  const [page] = await Promise.all([import("./pages/puzzles/PuzzlesPage"), speakAlso("table", "aside")]);
  return { default: page.PuzzlesPage };
};
const loadReplay = async () => {
  const [page] = await Promise.all([import("./pages/replay/ReplayPage"), speakAlso("table", "aside")]);
  return { default: page.ReplayPage };
};
const loadEditions = async () => {
  const [page] = await Promise.all([import("./pages/editions/EditionsPage"), speakAlso("table", "aside")]);
  return { default: page.EditionsPage };
};
const loadDays = async () => {
  const [page] = await Promise.all([import("./pages/days/DaysPage"), speakAlso("aside")]);
  return { default: page.DaysPage };
};
const loadStory = async () => {
  const [page] = await Promise.all([import("./pages/story/StoryPage"), speakAlso("aside")]);
  return { default: page.StoryPage };
};
const loadLost = () => import("./pages/Lost").then((page) => ({ default: page.Lost }));
const Enter = lazy(() => import("./pages/Enter").then((page) => ({ default: page.Enter })));
const Home = lazy(loadHome);
const TablePage = lazy(loadTable);
const RulesPage = lazy(loadRules);
const LearnPage = lazy(loadLearn);
const PuzzlesPage = lazy(loadPuzzles);
const EditionsPage = lazy(loadEditions);
const ReplayPage = lazy(loadReplay);
const DaysPage = lazy(loadDays);
const StoryPage = lazy(loadStory);
const Lost = lazy(loadLost);

/** The page that the address asks for, fetched before anything is shown. */
export function loadPage(): Promise<unknown> {
  const { table, rules, learn, puzzle, edition, replay, days, story, lost } = currentRoute();
  if (table) return loadTable();
  if (learn !== null) return loadLearn();
  if (puzzle !== null) return loadPuzzles();
  if (edition !== null) return loadEditions();
  if (replay !== null) return loadReplay();
  if (days) return loadDays();
  if (story) return loadStory();
  if (lost) return loadLost();
  return rules ? loadRules() : loadHome();
}

export function App() {
  const language = useLanguage();
  const locked = useLocked();
  const { table, rules, learn, puzzle, edition, replay, days, story, lost } = useRoute();
  useEffect(() => {
    document.documentElement.lang = language;
    const elsewhere =
      table ||
      rules ||
      learn !== null ||
      puzzle !== null ||
      edition !== null ||
      replay !== null ||
      days ||
      story ||
      lost;
    if (!elsewhere) document.title = t("title");
  }, [language, table, rules, learn, puzzle, edition, replay, days, story, lost]);
  return (
    // A script may be out of reach, for instance because the server has newer ones by now.
    <Otherwise
      key={table ?? learn ?? puzzle ?? edition ?? replay ?? `${rules} ${days} ${story} ${lost}`}
      otherwise={<p role="alert">{t("error.other")}</p>}
    >
      <Suspense>
        {locked ? (
          <Enter />
        ) : table ? (
          <TablePage key={table} id={table} />
        ) : learn !== null ? (
          <LearnPage lesson={learn} />
        ) : puzzle !== null ? (
          <PuzzlesPage puzzle={puzzle} />
        ) : replay !== null ? (
          <ReplayPage key={replay} table={replay} />
        ) : edition !== null ? (
          <EditionsPage id={edition} />
        ) : days ? (
          <DaysPage />
        ) : story ? (
          <StoryPage />
        ) : rules ? (
          <RulesPage />
        ) : lost ? (
          <Lost />
        ) : (
          <Home />
        )}
      </Suspense>
    </Otherwise>
  );
}
