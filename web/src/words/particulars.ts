// What is unlike the usual game at a table, in a few words.

import type { OriginTold, Pace, RulesChosen, SeriesTold } from "../protocol";
import { t } from "./words";

interface Chosen {
  rules: RulesChosen;
  mode: string;
}

interface AtTable extends Chosen {
  pace: Pace;
  hints: boolean;
  begins: string | null;
  /** The lobby lists no game that continues another. */
  origin?: OriginTold | null;
  series: SeriesTold | null;
}

export function particulars({ pace, hints, begins, origin, series, ...chosen }: AtTable): string[] {
  return [
    ...variantsTold(chosen),
    pace.turn_seconds !== null && t("home.told.clock"),
    hints && t("home.told.hints"),
    series !== null && t(`series.told.${series.kind}`),
    begins !== null && series === null && t("first.told"),
    Boolean(origin) && t(origin?.moved ? "bring.told" : "playon.told"),
  ].filter((it) => it !== false);
}

/** What is unlike the usual rules. */
export function variantsTold({ rules, mode }: Chosen): string[] {
  const table = mode === "table"; // solo has neither display nor allies to choose
  return [
    table && rules.one_card && t("home.told.oneCard"),
    table && rules.allies === "once" && t("home.told.once"),
    table && rules.allies === "none" && t("home.told.none"),
    rules.support === "leaning" && t("home.told.leaning"),
    table && rules.unable === "claimed" && t("home.told.claimed"),
  ].filter((it) => it !== false);
}
