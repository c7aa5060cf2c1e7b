// Above the picture: the way home, who plays, and the table's menu.

import { Icon } from "../../kit/Icon";
import { go } from "../route";
import { t } from "../../words/words";
import { Banter } from "./Banter";
import { Bubble } from "./Bubble";
import { Players } from "./Players";
import type { TableState } from "./state";
import playersStyles from "./Players.module.css";
import narrowStyles from "./narrow.module.css";
import styles from "./Game.module.css";

interface TopBarProps {
  state: TableState;
  /** At a lesson's table there is no log. */
  journal: boolean;
  /** The doors of the table are the server's. */
  links: boolean;
  ask: (panel: string) => void;
}

export function TopBar({ state, journal, links, ask }: TopBarProps) {
  const { snapshot, edition } = state;
  return (
    <header className={styles.top} data-part="top">
      <button className="button quiet" onClick={() => go("/")} aria-label={t("table.home")}>
        <Icon name="home" />
      </button>
      <div className={playersStyles.box}>
        <Players state={state} snapshot={snapshot} edition={edition} />
        {/* Where room is short the players appear in brief: all of them are one button for the details. */}
        <button
          className={`${playersStyles.more} ${narrowStyles.narrow}`}
          aria-label={t("players.more")}
          onClick={() => ask("players")}
        />
      </div>
      <nav className={styles.menu} aria-label={t("table.menu")}>
        {journal && (
          <button className={`button quiet ${narrowStyles.narrow}`} onClick={() => ask("journal")}>
            {t("journal.title")}
          </button>
        )}
        {links && (
          <button className="button quiet" onClick={() => ask("links")}>
            {t("table.links")}
          </button>
        )}
        <button className="button quiet" aria-label={t("table.settings")} onClick={() => ask("settings")}>
          <span className={narrowStyles.long}>{t("table.settings")}</span>
          <span className={narrowStyles.short}>
            <Icon name="settings" />
          </span>
        </button>
        <button
          className="button quiet"
          aria-label={t("help.title")}
          title={t("help.title")}
          onClick={() => ask("help")}
        >
          <Icon name="help" />
        </button>
      </nav>
      <Bubble snapshot={snapshot} />
      <Banter log={state.log} snapshot={snapshot} />
    </header>
  );
}
