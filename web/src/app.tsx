// Which page is shown. Each is a script of its own, loaded when it is asked for: none pays for another.

import { lazy, Suspense, useEffect } from "react";
import { Otherwise } from "./board/Otherwise";
import { currentRoute, useRoute } from "./pages/route";
import { t, useLanguage } from "./words/words";

const loadHome = () => import("./pages/home/Home").then((page) => ({ default: page.Home }));
const loadTable = () => import("./pages/table/TablePage").then((page) => ({ default: page.TablePage }));
const loadRules = () => import("./pages/rules/RulesPage").then((page) => ({ default: page.RulesPage }));
const Home = lazy(loadHome);
const TablePage = lazy(loadTable);
const RulesPage = lazy(loadRules);

/** The page that the address asks for, fetched before anything is shown. */
export function loadPage(): Promise<unknown> {
  const { table, rules } = currentRoute();
  if (table) return loadTable();
  return rules ? loadRules() : loadHome();
}

export function App() {
  const language = useLanguage();
  const { table, rules } = useRoute();
  useEffect(() => {
    document.documentElement.lang = language;
    if (!table && !rules) document.title = t("title");
  }, [language, table, rules]);
  return (
    // A script may be out of reach, for instance because the server has newer ones by now.
    <Otherwise key={table ?? String(rules)} otherwise={<p role="alert">{t("error.other")}</p>}>
      <Suspense>{table ? <TablePage key={table} id={table} /> : rules ? <RulesPage /> : <Home />}</Suspense>
    </Otherwise>
  );
}
