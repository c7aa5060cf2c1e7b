// The columns of a site as buttons over the plan from above. One of them is in the order of Tab; arrows walk to the others.

import { memo } from "react";
import type { Building } from "../../model/building";
import { useLanguage } from "../../words/words";
import { columnName } from "./columnName";
import styles from "./Columns.module.css";

interface ColumnsProps {
  building: Building;
  snow: number;
  glowing: Set<string> | undefined;
  /** The column that Tab leads to, as "x,y". */
  stop: string;
  label: string;
  keysId: string;
  describedBy: string;
}

export const Columns = memo(function Columns({
  building,
  snow,
  glowing,
  stop,
  label,
  keysId,
  describedBy,
}: ColumnsProps) {
  useLanguage();
  const { edition, site } = building;
  return (
    <div className={styles.columns} role="group" aria-label={label} aria-describedby={keysId}>
      {edition.columns(site).map(([x, y]) => {
        const key = `${x},${y}`;
        return (
          <button
            key={key}
            type="button"
            className={styles.column}
            style={{ gridColumn: x + 1, gridRow: y + 1 }}
            data-column={`${site} ${x} ${y}`}
            tabIndex={key === stop ? 0 : -1}
            aria-label={columnName(building, x, y, snow, glowing?.has(key) ?? false)}
            aria-describedby={describedBy}
          />
        );
      })}
    </div>
  );
});
