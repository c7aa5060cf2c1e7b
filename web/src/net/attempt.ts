// Doing something that the server may refuse: one at a time, and the refusal's code is kept to be shown.

import { useState } from "react";
import { Refusal } from "./rest";

export function codeOf(error: unknown): string {
  return error instanceof Refusal ? error.code : "other";
}

export function useAttempt() {
  const [busy, setBusy] = useState(false);
  const [code, setCode] = useState<string | null>(null);
  const attempt = async (what: () => Promise<unknown>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setCode(null);
    try {
      await what();
    } catch (error) {
      setCode(codeOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, code, attempt };
}
