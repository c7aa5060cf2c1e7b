// A bot's portrait beside its name.

import { isPortrayed, Portrait } from "../../board/icons/Portrait";
import styles from "./Face.module.css";

export function Face({ bot }: { bot: string }) {
  if (!isPortrayed(bot)) return null;
  return (
    <span className={styles.face}>
      <Portrait of={bot} />
    </span>
  );
}
