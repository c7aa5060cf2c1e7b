// A hint in words: what it is, and the reasons in one sentence made from its numbers.

import type { Edition } from "../../../model/edition";
import type { HintTold, ReasonTold, Snapshot, SnowfallTold } from "../../../protocol";
import { blockName, cardName, siteName } from "../../../words/names";
import { capital, estimate, language, t, tAny } from "../../../words/words";

/** Reasons that can also speak against it. */
const BOTH_WAYS = ["snow", "growth", "others", "white"];

/** What is advised. */
export function adviceWords(hint: HintTold, snapshot: Snapshot, edition: Edition): string {
  const { action } = hint;
  switch (action.do) {
    case "place":
    case "bonus":
      return `${capital(blockName(edition, action.block))}, ${siteName(edition, action.site)}`;
    case "unable":
      return t("hint.unable", { block: capital(blockName(edition, action.remove)) });
    case "huron": {
      if (!action.order) return t("actions.huron");
      const seen = (snapshot.foresight[action.by] ?? []).flatMap(({ cards }) => cards);
      return t("hint.order", { cards: action.order.map((place) => cardName(edition, seen[place] ?? "")).join(", ") });
    }
    case "fille":
      return t("actions.fille", { points: snapshot.position?.points ?? 0 });
    case "coureur":
      return t("actions.coureur", { points: Math.floor((snapshot.position?.points ?? 0) / 2) });
    default:
      return t(`actions.${action.do}`);
  }
}

/** Why, in a sentence. */
export function reasonWords(reasons: readonly ReasonTold[], solo: boolean): string {
  const clauses = reasons.map(({ what, points }) => {
    const against = points < 0 && BOTH_WAYS.includes(what);
    const key = against ? `${what}_less` : what === "disk" && solo ? "disk_solo" : what;
    return tAny(`hint.why.${key}`, "hint.why.cards", { points: estimate(points) });
  });
  const sentence = new Intl.ListFormat(language(), { type: "conjunction" }).format(clauses);
  return sentence && `${capital(sentence)}.`;
}

/** When a snowfall may come. */
export function snowWords({ level, soonest, latest, chance }: SnowfallTold): string {
  if (soonest === latest) return t("hint.chance_known", { level, soonest });
  return t("hint.chance", { level, soonest, latest, chance: Math.round(100 * chance) });
}
