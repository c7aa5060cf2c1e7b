// The rules a game can be played by (VAR, PLC-5, UNA-4), each in a line: the same choice wherever a game is begun.

import type { ReactNode } from "react";
import type { OptionsTold, RulesChosen } from "../../protocol";
import { Check, Choices } from "../../kit/Fields";
import { RuleLink } from "../../kit/RuleLink";
import { variantsTold } from "../../words/particulars";
import { t } from "../../words/words";
import formStyles from "../../kit/form.module.css";

export type CoureurOrder = OptionsTold["coureur"];

export type WinterTies = OptionsTold["winter_ties"];

/** The game as it is usually played. */
export const FULL: RulesChosen = {
  one_card: false,
  allies: "each_stage",
  support: "free-standing",
  unable: "verified",
};

/** What solo play is about, where only the support can be chosen (VAR-3). */
export const ALONE: RulesChosen = { ...FULL, allies: "none" };

interface VariantsProps {
  mode: "table" | "solo";
  rules: RulesChosen;
  onRules: (rules: RulesChosen) => void;
  /** In which order a Coureur's half is asked about, where that can be chosen. */
  coureur?: CoureurOrder;
  onCoureur?: (order: CoureurOrder) => void;
}

export function Variants({ mode, rules, onRules, coureur, onCoureur }: VariantsProps) {
  const support = (
    <Choices
      legend={t("home.rule.support")}
      value={rules.support}
      choices={[
        { value: "free-standing", label: t("home.rule.support.free"), line: t("home.rule.support.free.line") },
        { value: "leaning", label: t("home.rule.support.lean"), line: t("home.rule.support.lean.line") },
      ]}
      onChange={(it) => onRules({ ...rules, support: it })}
    />
  );
  if (mode === "solo") return support;
  return (
    <>
      <Check
        label={t("home.rule.oneCard")}
        line={t("home.rule.oneCard.line")}
        checked={rules.one_card}
        onChange={(one_card) => onRules({ ...rules, one_card })}
      />
      <Choices
        legend={t("home.rule.allies")}
        value={rules.allies}
        choices={[
          { value: "each_stage", label: t("home.rule.allies.stage"), line: t("home.rule.allies.stage.line") },
          { value: "once", label: t("home.rule.allies.once"), line: t("home.rule.allies.once.line") },
          { value: "none", label: t("home.rule.allies.none"), line: t("home.rule.allies.none.line") },
        ]}
        onChange={(allies) => onRules({ ...rules, allies })}
      />
      {rules.allies !== "none" && coureur && onCoureur && (
        <Choices
          legend={t("home.rule.coureur")}
          value={coureur}
          choices={[
            { value: "first", label: t("home.rule.coureur.first"), line: t("home.rule.coureur.first.line") },
            { value: "in_order", label: t("home.rule.coureur.order"), line: t("home.rule.coureur.order.line") },
          ]}
          onChange={onCoureur}
        />
      )}
      {support}
      <Choices
        legend={t("home.rule.unable")}
        value={rules.unable}
        choices={[
          { value: "verified", label: t("home.rule.unable.verified"), line: t("home.rule.unable.verified.line") },
          { value: "claimed", label: t("home.rule.unable.claimed"), line: t("home.rule.unable.claimed.line") },
        ]}
        onChange={(unable) => onRules({ ...rules, unable })}
      />
    </>
  );
}

/** Who chooses among placements that are equal for Winter (SOL-5d). */
export function ChooseWinterTies({ ties, onChange }: { ties: WinterTies; onChange: (ties: WinterTies) => void }) {
  return (
    <Choices
      legend={t("home.winter")}
      value={ties}
      choices={[
        { value: "player", label: t("home.winter.player"), line: t("home.winter.player.line") },
        { value: "fixed", label: t("home.winter.fixed"), line: t("home.winter.fixed.line") },
      ]}
      onChange={onChange}
    />
  );
}

/** The same folded away, with what was chosen in its title; `children` is the choice of a pace. */
export function FoldedVariants({ children, ...props }: VariantsProps & { children?: ReactNode }) {
  const told = variantsTold(props);
  return (
    <details className={formStyles.more} data-part="variants">
      <summary>
        {t(children ? "variants.titlePace" : "variants.title", {
          rules: told.length ? told.join(", ") : t("variants.full"),
        })}
      </summary>
      <div className={formStyles.form}>
        <p className={formStyles.faint}>
          {t("variants.line")} <RuleLink number="VAR-1" />
        </p>
        <Variants {...props} />
        {children}
      </div>
    </details>
  );
}
