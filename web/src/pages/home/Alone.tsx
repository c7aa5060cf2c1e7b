// The solo game: the Intendant's challenges, each in a line.

import { useState } from "react";
import type { Edition } from "../../model/edition";
import { capital, language, named, t, tAny } from "../../words/words";
import { useAttempt } from "../../net/attempt";
import { Check, Choices, Problem } from "../../kit/Fields";
import { callMe, myName } from "../../settings/me";
import { challengeLine } from "../../words/names";
import { openTable } from "./opening";
import fieldsStyles from "../../kit/Fields.module.css";
import formStyles from "../../kit/form.module.css";

function listed(numbers: number[]): string {
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(numbers.map(String));
}

export function Alone({ edition }: { edition: Edition }) {
  const { constraints, tracks, challenges, challenge_points: points } = edition.told.solo;
  const [constraint, setConstraint] = useState(constraints[0]?.id ?? "");
  const [track, setTrack] = useState(tracks[0]?.id ?? "");
  const [architecture, setArchitecture] = useState<string[]>([]);
  const [ties, setTies] = useState<"player" | "fixed">("player");
  const [hints, setHints] = useState(true);
  const { busy, code, attempt } = useAttempt();

  const play = () =>
    attempt(async () => {
      callMe(myName());
      await openTable({
        name: myName(),
        mode: "solo",
        // In the edition's order, whatever the order they were ticked in.
        solo: {
          constraint,
          track,
          architecture: challenges.map((it) => it.id).filter((id) => architecture.includes(id)),
        },
        winter_ties: ties,
        hints,
      });
    });

  return (
    <form
      className={formStyles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void play();
      }}
    >
      <p className={formStyles.lead}>{t("home.alone.lead")}</p>
      <Choices
        legend={t("home.alone.constraint")}
        value={constraint}
        choices={constraints.map((it) => ({
          value: it.id,
          label: capital(named(it.names)),
          line: tAny(`solo.constraint.${it.id}`, "solo.constraint.other", { turns: listed(it.turns) }),
        }))}
        onChange={setConstraint}
      />
      <Choices
        legend={t("home.alone.track")}
        value={track}
        choices={tracks.map((it) => ({
          value: it.id,
          label: capital(named(it.names)),
          line: t("solo.track", { at: listed(it.at) }),
        }))}
        onChange={setTrack}
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
              onChange={(on) =>
                setArchitecture(on ? [...architecture, it.id] : architecture.filter((id) => id !== it.id))
              }
            />
          ))}
        </div>
      </fieldset>
      <Choices
        legend={t("home.winter")}
        value={ties}
        choices={[
          { value: "player", label: t("home.winter.player"), line: t("home.winter.player.line") },
          { value: "fixed", label: t("home.winter.fixed"), line: t("home.winter.fixed.line") },
        ]}
        onChange={setTies}
      />
      <Check label={t("home.hints")} line={t("home.hints.alone")} checked={hints} onChange={setHints} />
      <div className={`${formStyles.actions} ${formStyles.go}`}>
        <Problem code={code} />
        <button type="submit" className={`button primary ${formStyles.big}`} disabled={busy}>
          {t("home.alone.go")}
        </button>
      </div>
    </form>
  );
}
