import { useEffect } from "react";
import { Home } from "./pages/home/Home";
import { useRoute } from "./pages/route";
import { TablePage } from "./pages/table/TablePage";
import { t, useLanguage } from "./words/words";

export function App() {
  const language = useLanguage();
  const { table } = useRoute();
  useEffect(() => {
    document.documentElement.lang = language;
    if (!table) document.title = t("title");
  }, [language, table]);
  return table ? <TablePage key={table} id={table} /> : <Home />;
}
