// Which edition is played, where a server has several; what is in one is on a page of its own.

import { Pick } from "../../kit/Fields";
import type { EditionListed } from "../../protocol";
import { prefer, usePreferences } from "../../settings/preferences";
import { named, t } from "../../words/words";
import { editionPath } from "../route";
import { WayTo } from "../WayTo";
import styles from "./ChooseEdition.module.css";

export function ChooseEdition({ editions }: { editions: EditionListed[] }) {
  const { edition } = usePreferences();
  const [usual, ...others] = editions;
  if (!usual || others.length === 0) return null;
  const chosen = editions.find(({ id }) => id === edition) ?? usual;
  return (
    <div className={styles.choose} data-part="editions">
      <Pick
        label={t("editions.choose")}
        value={chosen.id}
        options={editions.map(({ id, names }) => ({ value: id, label: named(names) }))}
        onChange={(id) => prefer({ edition: id === usual.id ? null : id })}
      />
      <WayTo path={editionPath(chosen.id)}>{t("editions.look")}</WayTo>
    </div>
  );
}
