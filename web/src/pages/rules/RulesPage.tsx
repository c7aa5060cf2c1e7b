// The rulebook: every rule by its number, with figures on the board.

import { useEffect, useMemo, useState } from "react";
import { Graphics, GraphicsContext } from "../../board/graphics";
import { Art } from "../../kit/Art";
import { Dialog } from "../../kit/Dialog";
import { Problem } from "../../kit/Fields";
import frontStyles from "../../kit/front.module.css";
import type { BookTold } from "../../protocol";
import { LanguageSwitch } from "../../settings/Identity";
import { t, useLanguage } from "../../words/words";
import { Chapters } from "./Chapters";
import { Contents } from "./Contents";
import { Finder } from "./Finder";
import { useBook } from "./useBook";
import { usePrinting } from "./usePrinting";
import { useReading } from "./useReading";
import { WayBack } from "./WayBack";
import styles from "./RulesPage.module.css";

export function RulesPage() {
  const language = useLanguage();
  useEffect(() => {
    document.title = `${t("book.title")} · ${t("title")}`;
  }, [language]);
  const { opened, code, again } = useBook(language);
  const book = opened?.book ?? null;
  // One picture for all figures: a browser grants few 3D contexts.
  const [graphics] = useState(() => new Graphics(true));
  const printing = usePrinting();
  const { current, go } = useReading(book);
  const [listing, setListing] = useState(false);
  const anchors = useMemo(() => new Set(book ? anchorsOf(book) : []), [book]);
  return (
    <GraphicsContext value={graphics}>
      <div className={`${frontStyles.page} ${styles.page}`}>
        <header className={`${frontStyles.hero} ${frontStyles.low} ${styles.hero}`}>
          <Art />
          <div className={styles.title}>
            <h1>{t("book.title")}</h1>
            <p>{t("book.lead")}</p>
          </div>
          <div className={styles.above}>
            <LanguageSwitch />
          </div>
        </header>
        <div className={styles.bar}>
          <WayBack />
          {book && <Finder book={book} onGo={go} />}
          <button className={`button quiet ${styles.list}`} onClick={() => setListing(true)}>
            <span aria-hidden="true">☰</span> {t("book.contents")}
          </button>
          {/* Where there is room: whoever reads in the middle of the book stays there in another language. */}
          <div className={styles.beside}>
            <LanguageSwitch />
          </div>
        </div>
        <div className={styles.spread}>
          {book && (
            <nav className={styles.contents} aria-label={t("book.contents")}>
              <Contents book={book} current={current} all={printing} />
            </nav>
          )}
          <main className={styles.text} lang={book?.language}>
            <Problem code={code} />
            {code && (
              <button className="button" onClick={again}>
                {t("book.again")}
              </button>
            )}
            {!opened && !code && <p role="status">{t("home.loading")}</p>}
            {opened && <Chapters {...opened} anchors={anchors} printing={printing} />}
          </main>
        </div>
        {listing && book && (
          <Dialog title={t("book.contents")} onClose={() => setListing(false)}>
            <nav aria-label={t("book.contents")}>
              <Contents book={book} current={current} all onFollow={() => setListing(false)} />
            </nav>
          </Dialog>
        )}
      </div>
    </GraphicsContext>
  );
}

/** Everything that has an address of its own. */
function anchorsOf(book: BookTold): string[] {
  return book.chapters.flatMap((chapter) => [chapter.anchor, ...chapter.rules.map((rule) => rule.anchor)]);
}
