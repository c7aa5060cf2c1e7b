// Where an address leads nowhere: this says so, and above it is the way home.

import { useEffect } from "react";
import { t, useLanguage } from "../words/words";
import { Header } from "./Header";
import formStyles from "../kit/form.module.css";
import frontStyles from "../kit/front.module.css";

export function Lost() {
  const language = useLanguage();
  useEffect(() => {
    document.title = `${t("error.not_found")} · ${t("title")}`;
  }, [language]);
  return (
    <div className={frontStyles.page}>
      <Header />
      <main className={frontStyles.body} data-part="lost">
        <section className={formStyles.panel}>
          <h1>{t("error.not_found")}</h1>
        </section>
      </main>
    </div>
  );
}
