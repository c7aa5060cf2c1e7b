// The game in short, and what mouse, fingers and keys do, at the table.

import { keys } from "./keysInWords";
import type { Edition } from "../../model/edition";
import { ALLY_RULES } from "../../model/rules";
import { RuleLink } from "../../kit/RuleLink";
import { Credits } from "../Credits";
import { InShort } from "../Primer";
import type { Snapshot } from "../../protocol";
import { below } from "../../protocol/root";
import { ChallengesInHelp } from "./Challenges";
import { signOf } from "../../board/icons/paints";
import { capital, t, tAny } from "../../words/words";
import { usePreferences } from "../../settings/preferences";
import { blockName, colourName } from "../../words/names";
import { Report } from "./Report";
import playersStyles from "./Players.module.css";
import styles from "./Help.module.css";

/** What a mouse does in the picture; the flat plans are neither turned nor zoomed. */
function mouse(flat: boolean, confirm: boolean): [how: string, does: string][] {
  return [
    [t("hand.click"), t("hand.stand")],
    [t("hand.click_again"), confirm ? t("key.pose") : t("key.place")],
    [t("hand.wheel"), t("key.pose")],
    ...(flat
      ? []
      : ([
          [t("hand.drag"), t("hand.view")],
          [t("hand.wheel_free"), t("hand.zoom")],
        ] as [string, string][])),
  ];
}

function fingers(flat: boolean, confirm: boolean): [how: string, does: string][] {
  return [
    [t("hand.tap"), t("hand.stand")],
    [t("hand.tap_again"), confirm ? t("key.pose") : t("key.place")],
    ...(flat
      ? []
      : ([
          [t("hand.finger"), t("hand.view")],
          [t("hand.fingers"), t("hand.zoom")],
        ] as [string, string][])),
  ];
}

function Hands({ title, ways }: { title: string; ways: [how: string, does: string][] }) {
  return (
    <>
      <h3>{title}</h3>
      <table className={`${styles.keys} ${styles.hands}`}>
        <tbody>
          {ways.map(([how, does]) => (
            <tr key={how}>
              <th scope="row">{how}</th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export function Help({ edition, snapshot, flat }: { edition: Edition; snapshot: Snapshot; flat: boolean }) {
  const { confirm } = usePreferences();
  const { allies: rule, support, one_card } = snapshot.options.rules;
  const solo = snapshot.options.mode === "solo";
  const allies = !solo && rule !== "none";
  const constraint = edition.told.solo.constraints.find(
    (it) => it.id === snapshot.game?.solo?.constraint && it.turns.length > 0,
  );
  const named = blockName(edition, `${edition.told.shapes[0]!.id}-${edition.colours[0]!}`);
  return (
    <div className={styles.help}>
      <InShort alone={solo} oneCard={one_card} />
      <p>
        {/* Beside the table, so that the game is not left. */}
        <a className="button" href={below("/learn")} target="nouvelle-france-lessons">
          {t("lesson.title")}
        </a>{" "}
        <RuleLink>{t("book.read")}</RuleLink>
      </p>
      <ul>
        <li>
          {t("help.linked")} <RuleLink brief number="SCO-1" />
        </li>
        <li>
          {t("help.stand", { level: edition.levels })} {support === "leaning" && t("home.rule.support.lean.line")}{" "}
          <RuleLink brief number="PLC-5" />
        </li>
        <li>
          {t("help.named", { block: named })} <RuleLink brief number="CMP-1" />
        </li>
        <li>
          {solo ? t("help.solo", { disk: edition.told.solo.disk }) : t("help.complete")}{" "}
          <RuleLink brief number={solo ? "SOL-11" : "CMPL-1"} />
        </li>
        {solo && (
          <li>
            {t("help.winter")} <RuleLink brief number="SOL-5" />
          </li>
        )}
        {constraint && (
          <li>
            {t("name.colon", {
              what: t("home.alone.constraint"),
              said: tAny(`solo.constraint.${constraint.id}`, "solo.constraint.other", {
                turns: constraint.turns.join(", "),
              }),
            })}{" "}
            <RuleLink brief number="CHA-5" />
          </li>
        )}
        <li>
          {solo ? t("help.bonus_solo") : t("help.bonus")} <RuleLink brief number={solo ? "SOL-8" : "BON-1"} />
        </li>
        {allies && (
          <>
            <li>
              {t(rule === "once" ? "help.allies_once" : "help.allies_stage")}{" "}
              <RuleLink brief number={rule === "once" ? "VAR-2" : "ALY-1"} />
            </li>
            {(["fille", "coureur", "huron"] as const).map((ally) => (
              <li key={ally}>
                {t("name.colon", { what: t(`ally.${ally}`), said: t(`help.ally.${ally}`) })}{" "}
                <RuleLink brief number={ALLY_RULES[ally]} />
              </li>
            ))}
          </>
        )}
      </ul>
      <ChallengesInHelp snapshot={snapshot} edition={edition} />
      <h3>{t("help.colours")}</h3>
      <ul className={styles.colours}>
        {edition.colours.map((colour) => (
          <li key={colour} data-colour={colour}>
            <span className={playersStyles.mark} aria-hidden="true">
              {signOf(colour)}
            </span>{" "}
            {capital(colourName(edition, colour))}
          </li>
        ))}
      </ul>
      {matchMedia("(any-pointer: coarse)").matches && <Hands title={t("help.touch")} ways={fingers(flat, confirm)} />}
      {matchMedia("(any-pointer: fine)").matches && <Hands title={t("help.mouse")} ways={mouse(flat, confirm)} />}
      <h3>{t("help.keys")}</h3>
      <table className={styles.keys}>
        <tbody>
          {keys(snapshot.options.hints).map(([key, does]) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Report snapshot={snapshot} />
      <Credits />
    </div>
  );
}
