// What is asked of the server, or of the house in this browser, about days.

import { useCallback, useEffect, useState } from "react";
import type { Edition } from "../../model/edition";
import { useReturns } from "../../kit/useReturns";
import { codeOf } from "../../net/attempt";
import { serverTime } from "../../net/clock";
import { editionOf } from "../../net/editions";
import { useOfferings } from "../../net/offerings";
import { rest } from "../../net/rest";
import type { DayResult, DaysTold } from "../../protocol";
import { untilTomorrow } from "./midnight";

/** The edition days are played with: the usual one, whatever is chosen for other games. */
export function useUsualEdition(): Edition | null {
  const digest = useOfferings().editions[0]?.digest;
  const [edition, setEdition] = useState<Edition | null>(null);
  useEffect(() => {
    if (digest) editionOf(digest).then(setEdition, () => undefined); // without it there are ids for names
  }, [digest]);
  return edition;
}

export interface Listed {
  results: DayResult[];
  others: number;
}

export function useDays() {
  const [told, setTold] = useState<DaysTold | null>(null);
  const [code, setCode] = useState<string | null>(null);
  const returns = useReturns();
  const [nights, setNights] = useState(0);
  // Left open over midnight, the page would offer a day that is over.
  useEffect(() => {
    rest.days().then(setTold, (error: unknown) => setCode(codeOf(error)));
    const timer = setTimeout(() => setNights(nights + 1), untilTomorrow(serverTime()));
    return () => clearTimeout(timer);
  }, [returns, nights]);
  return { told, code };
}

/** The list of a day, asked for when somebody wants to see it. */
export function useListed(date: string | null): Listed | null {
  const [listed, setListed] = useState<Listed | null>(null);
  const ask = useCallback(async () => {
    if (date) setListed(await rest.day(date));
  }, [date]);
  useEffect(() => {
    ask().catch(() => undefined); // the page is of use without it
  }, [ask]);
  return listed;
}
