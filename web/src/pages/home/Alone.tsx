// The solo game: the Intendant's challenges, and how blocks stand.

import { useState } from "react";
import type { Edition } from "../../model/edition";
import type { RulesChosen, SoloSettingsTold } from "../../protocol";
import { Check, Choices } from "../../kit/Fields";
import { t } from "../../words/words";
import { ChooseChallenges, noChallenges } from "../starting/Challenges";
import { StartForm } from "../starting/StartForm";
import { ALONE, FoldedVariants } from "../starting/Variants";

export function Alone({ edition }: { edition: Edition }) {
  const [solo, setSolo] = useState<SoloSettingsTold>(() => noChallenges(edition));
  const [rules, setRules] = useState<RulesChosen>(ALONE);
  const [ties, setTies] = useState<"player" | "fixed">("player");
  const [hints, setHints] = useState(true);
  return (
    <StartForm
      lead={t("home.alone.lead")}
      go={t("home.alone.go")}
      table={() => ({ mode: "solo", rules, solo, winter_ties: ties, hints })}
    >
      <ChooseChallenges edition={edition} chosen={solo} onChange={setSolo} />
      <Choices
        legend={t("home.winter")}
        value={ties}
        choices={[
          { value: "player", label: t("home.winter.player"), line: t("home.winter.player.line") },
          { value: "fixed", label: t("home.winter.fixed"), line: t("home.winter.fixed.line") },
        ]}
        onChange={setTies}
      />
      <Check label={t("home.hints")} line={t("home.hints.line")} checked={hints} onChange={setHints} />
      <FoldedVariants mode="solo" rules={rules} onRules={setRules} />
    </StartForm>
  );
}
