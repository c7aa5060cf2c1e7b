// Who the bots of the house are at a table, and what they say there.

import type { Occasion } from "../model/banter";
import { botName } from "./people";
import { tAny } from "./words";

/** Who a bot is when it speaks. */
const PERSONS: Record<string, string> = {
  random: "Angélique",
  apprenti: "Colin",
  greedy: "Gervais",
  artisan: "Hilaire",
  maitre: "Théophile",
  ingenieur: "M. de Vaubrun",
};

export function botPerson(bot: string): string {
  return PERSONS[bot] ?? botName(bot);
}

/** What a bot says on an occasion; those of others' making say nothing. */
export function botSays(bot: string, occasion: Occasion): string | null {
  return bot in PERSONS ? tAny(`banter.${bot}.${occasion}`, "bot.other.line") : null;
}
