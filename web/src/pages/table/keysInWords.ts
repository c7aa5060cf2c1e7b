// The keys of the table in words: as a list to read, or in a sentence for those who listen.

import { t } from "../../words/words";

/** Each key, and what it does. */
export function keys(hints: boolean): [keys: string, does: string][] {
  return [
    ["← ↑ → ↓", t("key.walk")],
    ["X, Y, Z", t("key.turn")],
    [t("key.space"), t("key.pose")],
    ["N", t(hints ? "key.best_worth" : "key.best")],
    ["H", t("key.hint")],
    ["D", t("key.draw")],
    ["E", t("key.go_on")],
    [t("key.enter"), t("key.place")],
    [t("key.escape"), t("key.cancel")],
    ["1, 2, 3", t("key.site")],
    ["0", t("key.all")],
    ["[ ]", t("key.peel")],
  ];
}

/** The same for those who listen. */
export function keysInWords(hints: boolean): string {
  return keys(hints)
    .map(([what, said]) => `${t("name.colon", { what, said })}.`)
    .join(" ");
}
