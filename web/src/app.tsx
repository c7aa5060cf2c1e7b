// Which page is shown. Each is a script of its own, loaded when it is asked for: none pays for another.

import { lazy, Suspense, useEffect } from "react";
import { Otherwise } from "./board/Otherwise";
import { useLocked } from "./net/gate";
import { currentRoute, useRoute } from "./pages/route";
import { speakAside, t, useLanguage } from "./words/words";

const loadHome = () => import("./pages/home/Home").then((page) => ({ default: page.Home }));
const loadTable = () => import("./pages/table/TablePage").then((page) => ({ default: page.TablePage }));
const loadRules = () => import("./pages/rules/RulesPage").then((page) => ({ default: page.RulesPage }));
const loadLearn = () => import("./pages/learn/LearnPage").then((page) => ({ default: page.LearnPage }));
const loadPuzzles = async () => {
  const [page] = await Promise.all([import("./pages/puzzles/PuzzlesPage"), speakAside()]);
  return { default: page.PuzzlesPage };
};
const loadReplay = async () => {
  const [page] = await Promise.all([import("./pages/replay/ReplayPage"), speakAside()]);
  return { default: page.ReplayPage };
};
const loadEditions = () => import("./pages/editions/EditionsPage").then((page) => ({ default: page.EditionsPage }));
const Enter = lazy(() => import("./pages/Enter").then((page) => ({ default: page.Enter })));
const Home = lazy(loadHome);
const TablePage = lazy(loadTable);
const RulesPage = lazy(loadRules);
const LearnPage = lazy(loadLearn);
const PuzzlesPage = lazy(loadPuzzles);
const EditionsPage = lazy(loadEditions);
const ReplayPage = lazy(loadReplay);

/** The page that the address asks for, fetched before anything is shown. */
export function loadPage(): Promise<unknown> {
  const { table, rules, learn, puzzle, edition, replay } = currentRoute();
  if (table) return loadTable();
  if (learn !== null) return loadLearn();
  if (puzzle !== null) return loadPuzzles();
  if (edition !== null) return loadEditions();
  if (replay !== null) return loadReplay();
  return rules ? loadRules() : loadHome();
}

export function App() {
  const language = useLanguage();
  const locked = useLocked();
  const { table, rules, learn, puzzle, edition, replay } = useRoute();
  useEffect(() => {
    document.documentElement.lang = language;
    const home = !table && !rules && [learn, puzzle, edition, replay].every((asked) => asked === null);
    if (home) document.title = t("title");
  }, [language, table, rules, learn, puzzle, edition, replay]);
  return (
    // A script may be out of reach, for instance because the server has newer ones by now.
    <Otherwise
      key={table ?? learn ?? puzzle ?? edition ?? replay ?? String(rules)}
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
        ) : rules ? (
          <RulesPage />
        ) : (
          <Home />
        )}
      </Suspense>
    </Otherwise>
  );
}
