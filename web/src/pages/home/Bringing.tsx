// Games that were played in a browser without a server come to this one, by the file they were taken along in.

import { useRef, useState } from "react";
import { Problem } from "../../kit/Fields";
import { useAttempt } from "../../net/attempt";
import { bringToServer } from "../../net/inside/moving";
import { t } from "../../words/words";
import formStyles from "../../kit/form.module.css";

export function Bringing() {
  const { busy, code, attempt } = useAttempt();
  const [done, setDone] = useState<{ brought: number; left: number } | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const bring = async (chosen: File) => setDone(await bringToServer(await chosen.text()));
  return (
    <>
      <div className={formStyles.actions}>
        <button type="button" className="button" disabled={busy} onClick={() => file.current!.click()}>
          {t("bring.button")}
        </button>
        <small>{t("bring.line")}</small>
        <input
          ref={file}
          type="file"
          hidden
          accept=".json,application/json"
          aria-label={t("bring.button")}
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            target.value = ""; // the same one may be chosen again
            if (chosen) void attempt(() => bring(chosen));
          }}
        />
      </div>
      <p role="status">
        {done && t("bring.done", { count: done.brought })}{" "}
        {done && done.left > 0 && t("bring.left", { count: done.left })}
      </p>
      <Problem code={code} />
    </>
  );
}
