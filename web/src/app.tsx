// Which page is shown. Each is a script of its own, loaded when it is asked for: none pays for another.

import { lazy, Suspense, useEffect } from "react";
import { useRoute } from "./pages/route";
import { t, useLanguage } from "./words/words";

const Home = lazy(() => import("./pages/home/Home").then((page) => ({ default: page.Home })));
const TablePage = lazy(() => import("./pages/table/TablePage").then((page) => ({ default: page.TablePage })));

export function App() {
  const language = useLanguage();
  const { table } = useRoute();
  useEffect(() => {
    document.documentElement.lang = language;
    if (!table) document.title = t("title");
  }, [language, table]);
  return <Suspense>{table ? <TablePage key={table} id={table} /> : <Home />}</Suspense>;
}
