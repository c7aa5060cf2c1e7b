// The solo game: the Intendant's challenges, who moves Winter's blocks, and how blocks stand.

import { useState } from "react";
import type { Edition } from "../../model/edition";
import type { RulesChosen, SoloSettingsTold } from "../../protocol";
import { Check } from "../../kit/Fields";
import { t } from "../../words/words";
import { ChooseChallenges, noChallenges } from "../starting/Challenges";
import { StartForm } from "../starting/StartForm";
import { ALONE, ChooseWinterTies, FoldedVariants, type WinterTies } from "../starting/Variants";

export function Alone({ edition }: { edition: Edition }) {
  const [solo, setSolo] = useState<SoloSettingsTold>(() => noChallenges(edition));
  const [rules, setRules] = useState<RulesChosen>(ALONE);
  const [ties, setTies] = useState<WinterTies>("player");
  const [hints, setHints] = useState(true);
  return (
    <StartForm
      lead={t("home.alone.lead")}
      go={t("home.alone.go")}
      table={() => ({ mode: "solo", rules, solo, winter_ties: ties, hints })}
    >
      <ChooseChallenges edition={edition} chosen={solo} onChange={setSolo} />
      <ChooseWinterTies ties={ties} onChange={setTies} />
      <FoldedVariants mode="solo" rules={rules} onRules={setRules} />
      <Check label={t("home.hints")} line={t("home.hints.line")} checked={hints} onChange={setHints} />
    </StartForm>
  );
}
