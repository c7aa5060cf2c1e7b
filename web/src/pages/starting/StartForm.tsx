// What every form that begins a game has in common: a sentence, its choices, and the button that is always in sight.

import type { ReactNode } from "react";
import type { CreateTable } from "../../protocol";
import { useAttempt } from "../../net/attempt";
import { editionAsked } from "../../net/offerings";
import { Problem } from "../../kit/Fields";
import { callMe, myName } from "../../settings/me";
import { Opening } from "./Opening";
import { openTable } from "./opening";
import formStyles from "../../kit/form.module.css";

interface StartFormProps {
  lead: string;
  /** What the button says. */
  go: string;
  disabled?: boolean;
  /** The table that was chosen, but for who makes it. */
  table: () => Omit<CreateTable, "name">;
  children: ReactNode;
}

export function StartForm({ lead, go, disabled = false, table, children }: StartFormProps) {
  const { busy, code, attempt } = useAttempt();
  return (
    <form
      className={formStyles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(async () => {
          callMe(myName());
          await openTable({ name: myName(), ...editionAsked(), ...table() });
        });
      }}
    >
      <p className={formStyles.lead}>{lead}</p>
      {children}
      <div className={`${formStyles.actions} ${formStyles.go}`}>
        <Problem code={code} />
        <Opening busy={busy} />
        <button type="submit" className={`button primary ${formStyles.big}`} disabled={busy || disabled}>
          {go}
        </button>
      </div>
    </form>
  );
}
