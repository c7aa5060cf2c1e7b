// Games that were played in a browser without a server come to this one, by the file they were taken along in.

import { useState } from "react";
import { ChooseFile } from "../../kit/ChooseFile";
import { Problem } from "../../kit/Fields";
import { useAttempt } from "../../net/attempt";
import { bringToServer } from "../../net/inside/moving";
import { t } from "../../words/words";
import formStyles from "../../kit/form.module.css";

export function Bringing() {
  const { busy, code, attempt } = useAttempt();
  const [done, setDone] = useState<{ brought: number; left: number } | null>(null);
  const bring = async (chosen: File) => setDone(await bringToServer(await chosen.text()));
  return (
    <>
      <div className={formStyles.actions}>
        <ChooseFile label={t("bring.button")} disabled={busy} onChoose={(file) => void attempt(() => bring(file))} />
        <small>{t("bring.line")}</small>
      </div>
      <p role="status">
        {done && t("bring.done", { count: done.brought })}{" "}
        {done && done.left > 0 && t("bring.left", { count: done.left })}
      </p>
      <Problem code={code} />
    </>
  );
}
