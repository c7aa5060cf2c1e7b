// Switching the coach on and off, and having everything said again.

import { useState } from "react";
import { Check } from "../kit/Fields";
import { t } from "../words/words";
import { coach, useCoach } from "./coach";

export function CoachSwitch() {
  const { on, said } = useCoach();
  const [asked, ask] = useState(false);
  return (
    <div data-part="coach-switch">
      <Check
        label={t("coach.setting")}
        line={t("coach.setting.line")}
        checked={on}
        onChange={(now) => coach.switch(now)}
      />
      {said.length > 0 && (
        <button
          type="button"
          className="button quiet"
          onClick={() => {
            coach.again();
            ask(true);
          }}
        >
          {t("coach.again")}
        </button>
      )}
      <p role="status">{asked && said.length === 0 && t("coach.again.done")}</p>
    </div>
  );
}
