// The fold for games from a browser without a server. Hardly anybody needs it: what is in it is fetched when it is opened.

import { lazy, Suspense, useState } from "react";
import { speakAlso, t } from "../../words/words";
import formStyles from "../../kit/form.module.css";

const Bringing = lazy(async () => {
  const [module] = await Promise.all([import("./Bringing"), speakAlso("aside")]);
  return { default: module.Bringing };
});

export function BringGames() {
  const [opened, setOpened] = useState(false);
  return (
    <details
      className={`${formStyles.panel} ${formStyles.more}`}
      data-part="bring"
      onToggle={({ currentTarget }) => setOpened(opened || currentTarget.open)}
    >
      <summary>{t("bring.title")}</summary>
      <Suspense>{opened && <Bringing />}</Suspense>
    </details>
  );
}
