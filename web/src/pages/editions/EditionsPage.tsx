// The editions that a server has: one of them to be looked at, and the way to play it.

import { useEffect, useState } from "react";
import { Problem } from "../../kit/Fields";
import type { Edition } from "../../model/edition";
import { codeOf } from "../../net/attempt";
import { editionOf } from "../../net/editions";
import { useOfferings } from "../../net/offerings";
import { prefer } from "../../settings/preferences";
import { named, t, useLanguage } from "../../words/words";
import { editionPath, go } from "../route";
import { Header } from "../Header";
import { InTheBox } from "./InTheBox";
import formStyles from "../../kit/form.module.css";
import frontStyles from "../../kit/front.module.css";
import styles from "./EditionsPage.module.css";

/** `id` is the edition that is asked for, "" where none is. */
export function EditionsPage({ id }: { id: string }) {
  useLanguage();
  const { editions, code } = useOfferings();
  const usual = editions[0];
  const listed = id ? editions.find((it) => it.id === id) : usual;
  const { edition, failed } = useEdition(listed?.digest ?? null);
  const name = listed ? named(listed.names) : t("editions.title");
  useEffect(() => {
    document.title = `${name} · ${t("title")}`;
  }, [name]);
  const play = () => {
    prefer({ edition: listed === usual ? null : listed!.id });
    go("/");
  };
  return (
    <div className={frontStyles.page}>
      <Header />
      <main className={styles.body}>
        <section className={formStyles.panel} aria-labelledby="edition">
          <Problem code={code ?? failed} />
          {editions.length > 1 && (
            <nav className={styles.all} aria-label={t("editions.title")}>
              {editions.map((it) => (
                <button
                  key={it.digest}
                  type="button"
                  className="button"
                  aria-pressed={it === listed}
                  onClick={() => go(editionPath(it.id))}
                >
                  {named(it.names)}
                </button>
              ))}
            </nav>
          )}
          <h1 id="edition">{name}</h1>
          {editions.length > 0 && !listed && <p role="alert">{t("error.unknown_edition")}</p>}
          {!edition && !code && listed && <p className={formStyles.faint}>{t("home.loading")}</p>}
          {edition && (
            <>
              <p className={formStyles.lead}>
                {t("editions.holds", {
                  shapes: edition.told.shapes.length,
                  sites: edition.sites.length,
                  colours: edition.colours.length,
                  placements: edition.placements,
                })}
              </p>
              <InTheBox key={edition.told.digest} edition={edition} />
              <div className={formStyles.actions}>
                <button
                  type="button"
                  className={`button primary ${formStyles.big}`}
                  data-do="play-edition"
                  onClick={play}
                >
                  {t("editions.play")}
                </button>
                <small>{t("editions.play.line")}</small>
              </div>
            </>
          )}
        </section>
      </main>
    </div>
  );
}

/** An edition by its digest, once it is there. */
function useEdition(digest: string | null): { edition: Edition | null; failed: string | null } {
  const [found, set] = useState<{ edition: Edition | null; failed: string | null }>({ edition: null, failed: null });
  useEffect(() => {
    let here = true;
    set({ edition: null, failed: null });
    if (digest)
      editionOf(digest).then(
        (edition) => here && set({ edition, failed: null }),
        (error: unknown) => here && set({ edition: null, failed: codeOf(error) }),
      );
    return () => {
      here = false;
    };
  }, [digest]);
  return found;
}
