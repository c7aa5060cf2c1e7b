// What this browser's player prefers, as the content of a dialog.

import { PACES } from "./pace";
import { prefer } from "./preferences";
import { LANGUAGES, t, useChosenLanguage, useLanguage, type Language } from "../words/words";
import { usePreferences } from "./preferences";
import { Check, Choices } from "../kit/Fields";
import { CoachSwitch } from "./CoachSwitch";
import { NameField } from "./Identity";
import { Senses } from "./Senses";
import formStyles from "../kit/form.module.css";

export function Settings() {
  useLanguage();
  const chosen = useChosenLanguage();
  const { confirm, flat, keys, bots } = usePreferences();
  return (
    <div className={`${formStyles.form} ${formStyles.inDialog}`}>
      <Choices
        compact
        legend={t("settings.language")}
        value={chosen}
        choices={(Object.keys(LANGUAGES) as Language[]).map((it) => ({ value: it, label: LANGUAGES[it].name }))}
        onChange={(it) => prefer({ language: it })}
      />
      <NameField line={t("settings.name.line")} />
      <Choices
        compact
        legend={t("pace.title")}
        value={bots}
        choices={PACES.map((it) => ({ value: it, label: t(`pace.${it}`) }))}
        onChange={(it) => prefer({ bots: it })}
      />
      <Check
        label={t("settings.confirm")}
        line={t("settings.confirm.line")}
        checked={confirm}
        onChange={(on) => prefer({ confirm: on })}
      />
      <Senses />
      <Check
        label={t("settings.flat")}
        line={t("settings.flat.line")}
        checked={flat}
        onChange={(on) => prefer({ flat: on })}
      />
      <Check
        label={t("settings.keys")}
        line={t("settings.keys.line")}
        checked={keys}
        onChange={(on) => prefer({ keys: on })}
      />
      <CoachSwitch />
    </div>
  );
}
