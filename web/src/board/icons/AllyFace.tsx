// An ally's token: what stands for it wherever it is shown or played.

import type { Ally } from "../../protocol";
import { Portrait } from "./Portrait";
import styles from "./AllyFace.module.css";

export function AllyFace({ ally, used = false, large = false }: { ally: Ally; used?: boolean; large?: boolean }) {
  return (
    <span className={styles.face} data-ally={ally} data-used={used} data-large={large} aria-hidden="true">
      <Portrait of={ally} faded={used} />
    </span>
  );
}
