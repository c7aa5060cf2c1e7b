// On a page without a server: a newer version is here, and takes over when it may.

import { useState } from "react";
import { takeOver, useNewer } from "../net/inside/newer";
import { t, useLanguage } from "../words/words";

export function NewerSite({ className }: { className?: string }) {
  useLanguage();
  const newer = useNewer();
  const [others, setOthers] = useState(false);
  const [put, putAway] = useState<ServiceWorker | null>(null);
  if (!newer || put === newer) return null;
  return (
    <p className={className} data-part="new-version" role="status">
      {t(others ? "site.newer.others" : "site.newer")}
      <button type="button" className="button" onClick={() => void takeOver(newer).then((done) => setOthers(!done))}>
        {t("version.load")}
      </button>
      <button type="button" className="button quiet" aria-label={t("dialog.close")} onClick={() => putAway(newer)}>
        ✕
      </button>
    </p>
  );
}
