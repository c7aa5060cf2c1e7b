// What stands above a page that is not the front page: the picture, low, with the way home and the languages.

import { Art } from "../kit/Art";
import frontStyles from "../kit/front.module.css";
import { LanguageSwitch } from "../settings/Identity";
import { t } from "../words/words";
import { go } from "./route";

export function Header() {
  return (
    <header className={`${frontStyles.hero} ${frontStyles.low}`} data-low>
      <Art />
      <div className={frontStyles.bar}>
        <button type="button" className="button" onClick={() => go("/")}>
          <span aria-hidden="true">←</span> {t("waiting.home")}
        </button>
        <LanguageSwitch />
      </div>
    </header>
  );
}
