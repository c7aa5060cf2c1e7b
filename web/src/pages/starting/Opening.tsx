// What is said while the house inside this browser opens: the first time it is fetched.

import { SERVERLESS } from "../../protocol/root";
import { t } from "../../words/words";
import formStyles from "../../kit/form.module.css";

export function Opening({ busy }: { busy: boolean }) {
  if (!SERVERLESS) return null;
  return (
    <p role="status" className={formStyles.faint} data-part="opening">
      {busy && t("site.opening")}
    </p>
  );
}
