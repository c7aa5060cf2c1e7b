// The Intendant's challenges of a solo game (CHA), each in a line.

import type { Edition } from "../../model/edition";
import type { SoloSettingsTold } from "../../protocol";
import { Check, Choices } from "../../kit/Fields";
import { challengeLine } from "../../words/names";
import { capital, language, named, t, tAny } from "../../words/words";
import fieldsStyles from "../../kit/Fields.module.css";

function listed(numbers: number[]): string {
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(numbers.map(String));
}

/** What the book begins with: no constraint, the usual track, no architectural challenge. */
export function noChallenges(edition: Edition): SoloSettingsTold {
  const { constraints, tracks } = edition.told.solo;
  return { constraint: constraints[0]?.id ?? "", track: tracks[0]?.id ?? "", architecture: [] };
}

interface ChooseChallengesProps {
  edition: Edition;
  chosen: SoloSettingsTold;
  onChange: (chosen: SoloSettingsTold) => void;
}

export function ChooseChallenges({ edition, chosen, onChange }: ChooseChallengesProps) {
  const { constraints, tracks, challenges, challenge_points: points } = edition.told.solo;
  const { architecture } = chosen;
  return (
    <>
      <Choices
        legend={t("home.alone.constraint")}
        value={chosen.constraint || (constraints[0]?.id ?? "")}
        choices={constraints.map((it) => ({
          value: it.id,
          label: capital(named(it.names)),
          line: tAny(`solo.constraint.${it.id}`, "solo.constraint.other", { turns: listed(it.turns) }),
        }))}
        onChange={(constraint) => onChange({ ...chosen, constraint })}
      />
      <Choices
        legend={t("home.alone.track")}
        value={chosen.track || (tracks[0]?.id ?? "")}
        choices={tracks.map((it) => ({
          value: it.id,
          label: capital(named(it.names)),
          line: t("solo.track", { at: listed(it.at) }),
        }))}
        onChange={(track) => onChange({ ...chosen, track })}
      />
      <fieldset className={fieldsStyles.choices}>
        <legend>{t("home.alone.architecture", { points })}</legend>
        <div>
          {challenges.map((it) => (
            <Check
              key={it.id}
              label={named(it.names)}
              line={challengeLine(edition, it)}
              checked={architecture.includes(it.id)}
              onChange={(on) => {
                const now = on ? [...architecture, it.id] : architecture.filter((id) => id !== it.id);
                // In the edition's order, whatever the order they were ticked in.
                onChange({ ...chosen, architecture: challenges.map(({ id }) => id).filter((id) => now.includes(id)) });
              }}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}
