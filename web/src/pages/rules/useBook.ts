// The book in the language that is spoken; while another is on its way, the one before stays open.

import { useCallback, useEffect, useState } from "react";
import type { Edition } from "../../model/edition";
import { codeOf } from "../../net/attempt";
import { bookEdition, bookIn } from "../../net/book";
import type { BookTold } from "../../protocol";
import type { Language } from "../../words/words";

export interface Opened {
  book: BookTold;
  edition: Edition;
}

export function useBook(language: Language) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [code, setCode] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let here = true;
    setCode(null);
    Promise.all([bookIn(language), bookEdition()]).then(
      ([book, edition]) => here && setOpened({ book, edition }),
      (error: unknown) => here && setCode(codeOf(error)),
    );
    return () => {
      here = false;
    };
  }, [language, tries]);
  const again = useCallback(() => setTries((count) => count + 1), []);
  return { opened, code, again };
}
