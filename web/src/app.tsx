// Which page is shown. Each is a script of its own, loaded when it is asked for: none pays for another.

import { lazy, Suspense, useEffect } from "react";
import { Otherwise } from "./board/Otherwise";
import { currentRoute, useRoute } from "./pages/route";
import { t, useLanguage } from "./words/words";

const loadHome = () => import("./pages/home/Home").then((page) => ({ default: page.Home }));
const loadTable = () => import("./pages/table/TablePage").then((page) => ({ default: page.TablePage }));
const Home = lazy(loadHome);
const TablePage = lazy(loadTable);

/** The page that the address asks for, fetched before anything is shown. */
export function loadPage(): Promise<unknown> {
  return currentRoute().table ? loadTable() : loadHome();
}

export function App() {
  const language = useLanguage();
  const { table } = useRoute();
  useEffect(() => {
    document.documentElement.lang = language;
    if (!table) document.title = t("title");
  }, [language, table]);
  return (
    // A script may be out of reach, for instance because the server has newer ones by now.
    <Otherwise key={table} otherwise={<p role="alert">{t("error.other")}</p>}>
      <Suspense>{table ? <TablePage key={table} id={table} /> : <Home />}</Suspense>
    </Otherwise>
  );
}
