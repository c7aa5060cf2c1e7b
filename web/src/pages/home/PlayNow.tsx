// A game against bots, two clicks away.

import { Face } from "./Face";
import { useState } from "react";
import { prefer, preferred } from "../../settings/preferences";
import { t } from "../../words/words";
import type { Edition } from "../../model/edition";
import type { RulesChosen } from "../../protocol";
import { SERVERLESS } from "../../protocol/root";
import { Check, Choices, Pick } from "../../kit/Fields";
import { botLine, botName } from "../../words/people";
import { RELAXED } from "../../net/offerings";
import { StartForm } from "../starting/StartForm";
import { FoldedVariants, FULL } from "../starting/Variants";
import formStyles from "../../kit/form.module.css";

/** As many play at most. */
const MOST = 4;

/** Instead of a level: every bot has one of its own. */
const EACH = "*";

/** Those that a server has only with the extra `bots`, and what installs it. */
const [MASTER, ENGINEER, INSTALL] = ["maitre", "ingenieur", 'pip install "nouvelle-france[bots]"'] as const;

export function PlayNow({ bots, edition }: { bots: string[]; edition: Edition | null }) {
  const [last] = useState(() => preferred().opponents.slice(0, MOST - 1));
  const most = Math.min(MOST, edition?.colours.length ?? MOST);
  const [wanted, setPlayers] = useState(1 + (last.length || 1));
  const players = Math.min(wanted, most);
  const [chosen, choose] = useState(last.every((bot) => bot === last[0]) ? last[0] : EACH);
  const [levels, setLevels] = useState(last);
  const [rules, setRules] = useState<RulesChosen>(FULL);
  const [hints, setHints] = useState(true);

  // Somebody new is best off with relaxed company, and so is whose last opponent this server does not have.
  const known = (bot: string | undefined) =>
    bot && bots.includes(bot) ? bot : bots.includes(RELAXED) ? RELAXED : (bots[0] ?? "");
  const level = chosen === EACH && players > 2 ? EACH : known(chosen);
  const opponents = Array.from({ length: players - 1 }, (_, number) =>
    level === EACH ? known(levels[number]) : level,
  );

  return (
    <StartForm
      lead={t("home.now.lead")}
      go={t("home.now.go")}
      disabled={bots.length === 0}
      table={() => {
        prefer({ opponents });
        return {
          seats: [{ kind: "me" }, ...opponents.map((bot) => ({ kind: "bot" as const, bot }))],
          rules,
          hints,
          coureur: "in_order", // nobody races a machine
        };
      }}
    >
      <Choices
        compact
        legend={t("home.now.players")}
        value={players}
        choices={[2, 3, 4].slice(0, most - 1).map((count) => ({ value: count, label: String(count) }))}
        onChange={setPlayers}
      />
      <Choices
        legend={t("home.now.level")}
        value={level}
        choices={[
          ...bots.map((bot) => ({ value: bot, label: botName(bot), line: botLine(bot), mark: <Face bot={bot} /> })),
          ...(players > 2 ? [{ value: EACH, label: t("home.now.each"), line: t("home.now.each.line") }] : []),
        ]}
        onChange={choose}
      />
      {bots.length > 0 && !bots.includes(MASTER) && (
        <p className={formStyles.faint} data-part="stronger">
          {SERVERLESS
            ? t("site.stronger", { master: botName(MASTER), engineer: botName(ENGINEER) })
            : t("home.now.stronger", { master: botName(MASTER), engineer: botName(ENGINEER), command: INSTALL })}
        </p>
      )}
      {level === EACH && (
        <div className={formStyles.row}>
          {opponents.map((bot, number) => (
            <Pick
              key={number}
              label={t("home.now.opponent", { number: number + 1 })}
              value={bot}
              options={bots.map((it) => ({ value: it, label: botName(it) }))}
              onChange={(it) => setLevels(opponents.map((was, place) => (place === number ? it : was)))}
            />
          ))}
        </div>
      )}
      <FoldedVariants mode="table" rules={rules} onRules={setRules} />
      <Check label={t("home.hints")} line={t("home.hints.line")} checked={hints} onChange={setHints} />
    </StartForm>
  );
}
