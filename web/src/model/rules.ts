// Which rule of the book speaks of what is on the table, by its number.

import type { Ally, Doing, Position } from "../protocol";
import type { Why } from "./placing";

/** Why a block cannot stand somewhere. */
export const WHY_RULES: Record<Why, string> = {
  outside: "PLC-3",
  high: "PLC-4",
  falls: "PLC-5",
  site: "CHA-5",
  other: "PLC",
};

export const ALLY_RULES: Record<Ally, string> = { fille: "ALY-2", coureur: "ALY-3", huron: "ALY-4" };

/** The rule of what somebody is asked to do now. */
export function askedBy(
  { phase, active }: Pick<Position, "phase" | "active">,
  can: readonly Doing[],
  solo: boolean,
): string {
  switch (phase) {
    case "turn":
      return "TRN-1";
    case "draw":
      return solo ? "SOL-4" : "TRN-2";
    case "place":
      if (active === "winter") return "SOL-5"; // whoever plays moves Winter's block
      return can.includes("place") ? "TRN-3" : solo ? "SOL-10" : "UNA-1";
    case "fille":
      return ALLY_RULES.fille;
    case "coureur":
      return ALLY_RULES.coureur;
    case "close":
    case "look-before":
    case "look-after":
      return ALLY_RULES.huron;
    case "claimed":
      return "UNA-2";
    case "due":
      return "SOL-8";
    case "over":
      return solo ? "SOL-11" : "END-2";
  }
}
