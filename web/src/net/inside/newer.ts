// Whether a newer version of a page without a server waits beside the one that is open, and letting it take over.

import { useEffect, useState } from "react";

/** The worker of the newer version, once everything of it is here. */
export function useNewer(): ServiceWorker | null {
  const [newer, setNewer] = useState<ServiceWorker | null>(null);
  useEffect(() => {
    let here = true;
    let known: ServiceWorkerRegistration | undefined;
    const look = () => {
      const { installing, waiting, active } = known!;
      if (here) setNewer(active ? waiting : null); // the first of all does not wait for anybody
      installing?.addEventListener("statechange", look);
    };
    navigator.serviceWorker?.ready.then((found) => {
      if (!here) return;
      known = found;
      found.addEventListener("updatefound", look);
      look();
    });
    return () => {
      here = false;
      known?.removeEventListener("updatefound", look);
    };
  }, []);
  return newer;
}

/** Load the page anew in the newer version; false where other tabs still have the old one open. */
export async function takeOver(newer: ServiceWorker): Promise<boolean> {
  const changed = new Promise((done) =>
    navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }),
  );
  const { port1, port2 } = new MessageChannel();
  const alone = await new Promise<boolean>((told) => {
    port1.onmessage = ({ data }) => told(data === true);
    newer.postMessage("take over", [port2]); // as `offline.ts` hears it
  });
  if (!alone) return false;
  await changed;
  location.reload();
  return true;
}
