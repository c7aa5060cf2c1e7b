// One game, or two that belong together, since whoever begins has the better of it.

import { Choices } from "../../kit/Fields";
import formStyles from "../../kit/form.module.css";
import type { SeriesTold } from "../../protocol";
import { SERVERLESS } from "../../protocol/root";
import { t } from "../../words/words";

export type Kind = "single" | SeriesTold["kind"];

/** For a duplicate two people need two browsers, and a server between them. */
const KINDS: readonly Kind[] = SERVERLESS ? ["single", "return"] : ["single", "return", "duplicate"];

export function SeriesChoice({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  return (
    <div data-part="series">
      <Choices
        legend={t("series.kind")}
        value={kind}
        choices={KINDS.map((value) => ({
          value,
          label: t(`series.kind.${value}`),
          line: t(`series.kind.${value}.line`),
        }))}
        onChange={onChange}
      />
      <p className={formStyles.faint} data-part="advantage">
        {t("series.advantage")}
      </p>
    </div>
  );
}
