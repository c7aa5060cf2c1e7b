// Whether the server has become a newer one while this page was open: the page is still the old one then.

import { useEffect, useState } from "react";
import { SERVERLESS } from "../protocol/root";
import type { Link } from "./socket";
import { rest } from "./rest";

/** How long after the page is there it asks for the first time: nothing waits for it. */
const FIRST_MS = 4000;

/** Asked when the page is there, and each time the connection comes back: servers are made newer by starting them anew. */
export function useNewVersion(link: Link): string | null {
  const [versions, know] = useState<{ first: string; now: string } | null>(null);
  useEffect(() => {
    if (link !== "open" || SERVERLESS) return;
    const ask = () =>
      rest.info().then(
        ({ version }) => know((known) => ({ first: known?.first ?? version, now: version })),
        () => undefined, // then next time
      );
    const later = setTimeout(() => void ask(), FIRST_MS);
    return () => clearTimeout(later);
  }, [link]);
  return versions && versions.first !== versions.now ? versions.now : null;
}
