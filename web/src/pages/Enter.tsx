// The password of the server, asked for instead of any page.

import { useState } from "react";
import { Problem } from "../kit/Fields";
import { useAttempt } from "../net/attempt";
import { rest } from "../net/rest";
import { t } from "../words/words";
import formStyles from "../kit/form.module.css";
import styles from "./Enter.module.css";

export function Enter() {
  const { busy, code, attempt } = useAttempt();
  const [password, type] = useState("");
  return (
    <main className={styles.enter}>
      <form
        className={`${formStyles.panel} ${formStyles.form}`}
        data-part="enter"
        onSubmit={(event) => {
          event.preventDefault();
          void attempt(async () => {
            await rest.enter(password);
            location.reload(); // everything that was refused is asked for again
          });
        }}
      >
        <h1>{t("title")}</h1>
        <label>
          {t("enter.password")}
          <input
            type="password"
            autoComplete="current-password"
            value={password}
            required
            autoFocus
            onChange={(event) => type(event.target.value)}
          />
        </label>
        <button className="button primary" disabled={busy || !password}>
          {t("enter.button")}
        </button>
        <Problem code={code} />
      </form>
    </main>
  );
}
