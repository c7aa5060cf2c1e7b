// A column in words, for those who hear the plans: where it is, what stands there, whether the chosen block may.

import type { Building } from "../../model/building";
import { t } from "../../words/words";
import { colourName } from "../../words/names";

export function columnName(building: Building, x: number, y: number, snow: number, legal: boolean): string {
  const { edition, site } = building;
  const height = building.height(x, y);
  const top = building.at.get(`${x},${y},${height}`);
  const parts = [
    top
      ? t("flat.column_built", { x, y, height, colour: colourName(edition, top.colour) })
      : t("flat.column_empty", { x, y }),
  ];
  if (hollow(building, x, y)) parts.push(t("flat.hollow"));
  if (top && height <= snow) parts.push(t("flat.snowed"));
  for (const [one, other] of edition.site(site).joints) {
    if (one[0] === x && one[1] === y) parts.push(t("flat.joint", { x: other[0], y: other[1] }));
    if (other[0] === x && other[1] === y) parts.push(t("flat.joint", { x: one[0], y: one[1] }));
  }
  if (legal) parts.push(t("flat.legal"));
  return parts.reduce((first, more) => t("flat.also", { first, more }));
}

/** Whether some room below the top cube is empty: it can never be filled (PLC-1). */
function hollow(building: Building, x: number, y: number): boolean {
  for (let level = building.height(x, y); level > 0; level--) if (!building.at.has(`${x},${y},${level}`)) return true;
  return false;
}
