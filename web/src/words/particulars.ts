// What is unlike the usual game at a table, in a few words.

import type { Pace, RulesChosen } from "../protocol";
import { t } from "./words";

interface Chosen {
  rules: RulesChosen;
  pace: Pace;
  mode: string;
  hints?: boolean;
}

export function particulars({ rules, pace, mode, hints = false }: Chosen): string[] {
  const table = mode === "table"; // solo has neither display nor allies to choose
  return [
    table && rules.one_card && t("home.told.oneCard"),
    table && rules.allies === "once" && t("home.told.once"),
    table && rules.allies === "none" && t("home.told.none"),
    rules.support === "leaning" && t("home.told.leaning"),
    table && rules.unable === "claimed" && t("home.told.claimed"),
    pace.turn_seconds !== null && t("home.told.clock"),
    hints && t("home.told.hints"),
  ].filter((it) => it !== false);
}
