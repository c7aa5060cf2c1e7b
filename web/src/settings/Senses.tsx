// What is heard and seen of the table: sound and how loud it is, what bots say, how finely the picture is drawn.

import { useId } from "react";
import { Check, Choices } from "../kit/Fields";
import { hear } from "../sound/sound";
import { t } from "../words/words";
import { prefer, usePreferences, type Preferences } from "./preferences";
import styles from "./Senses.module.css";

const QUALITIES: readonly Preferences["quality"][] = ["auto", "fine", "plain"];

export function Senses() {
  const { sound, volume, banter, quality } = usePreferences();
  const id = useId();
  return (
    <>
      <Check
        label={t("settings.sound")}
        line={t("settings.sound.line")}
        checked={sound}
        onChange={(on) => {
          prefer({ sound: on });
          hear("place");
        }}
      />
      {sound && (
        <div className={styles.volume}>
          <label htmlFor={id}>{t("settings.volume")}</label>
          <input
            id={id}
            type="range"
            min={0.1}
            max={1}
            step={0.1}
            value={volume}
            onChange={(event) => {
              prefer({ volume: event.target.valueAsNumber });
              hear("place");
            }}
          />
        </div>
      )}
      <Check
        label={t("settings.banter")}
        line={t("settings.banter.line")}
        checked={banter}
        onChange={(on) => prefer({ banter: on })}
      />
      <Choices
        compact
        legend={t("settings.quality")}
        value={quality}
        choices={QUALITIES.map((it) => ({ value: it, label: t(`settings.quality.${it}`) }))}
        onChange={(it) => prefer({ quality: it })}
      />
    </>
  );
}
