// A site's name: "Moulin seigneurial"; where there is little room the first word says it.

import narrowStyles from "./narrow.module.css";

export function SiteWords({ name }: { name: string }) {
  return (
    <>
      <span className={narrowStyles.long}>{name}</span>
      <span className={narrowStyles.short}>{name.split(" ")[0]}</span>
    </>
  );
}
