// Who one is here: the language and the name.

import { useState } from "react";
import { prefer } from "./preferences";
import { LANGUAGES, t, useChosenLanguage, useLanguage, type Language } from "../words/words";
import { Line } from "../kit/Fields";
import { callMe, NAME, useName } from "./me";
import styles from "./Identity.module.css";

export function LanguageSwitch() {
  useLanguage();
  const chosen = useChosenLanguage();
  return (
    <div className={styles.languages} role="group" aria-label={t("settings.language")}>
      {(Object.keys(LANGUAGES) as Language[]).map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          title={LANGUAGES[language].name}
          aria-label={`${language} – ${LANGUAGES[language].name}`} // what is seen is part of what is heard
          aria-pressed={language === chosen}
          onClick={() => prefer({ language })}
        >
          {language}
        </button>
      ))}
    </div>
  );
}

/** The name is taken over when one leaves the field, so that it can be emptied while typing. */
export function NameField({ line }: { line?: string }) {
  const name = useName();
  const [typed, type] = useState<string | null>(null);
  return (
    <Line
      label={t("settings.name")}
      value={typed ?? name}
      most={NAME}
      line={line}
      onChange={(text) => {
        type(text);
        if (text.trim()) callMe(text);
      }}
      onBlur={() => {
        if (typed !== null) callMe(typed);
        type(null);
      }}
    />
  );
}
