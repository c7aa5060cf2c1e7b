// The solo game: the Intendant's challenges, and how blocks stand.

import { useState } from "react";
import type { Edition } from "../../model/edition";
import type { RulesChosen, SoloSettingsTold } from "../../protocol";
import { t } from "../../words/words";
import { ChooseChallenges, noChallenges } from "../starting/Challenges";
import { StartForm } from "../starting/StartForm";
import { ALONE, FoldedVariants } from "../starting/Variants";

export function Alone({ edition }: { edition: Edition }) {
  const [solo, setSolo] = useState<SoloSettingsTold>(() => noChallenges(edition));
  const [rules, setRules] = useState<RulesChosen>(ALONE);
  return (
    <StartForm lead={t("home.alone.lead")} go={t("home.alone.go")} table={() => ({ mode: "solo", rules, solo })}>
      <ChooseChallenges edition={edition} chosen={solo} onChange={setSolo} />
      <FoldedVariants mode="solo" rules={rules} onRules={setRules} />
    </StartForm>
  );
}
