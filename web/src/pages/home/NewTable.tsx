// A table with friends: who sits where, and how they play.

import { useState } from "react";
import type { Edition } from "../../model/edition";
import type { RulesChosen, SeatAsked } from "../../protocol";
import { signOf } from "../../board/icons/paints";
import { named, t, type PlainKey } from "../../words/words";
import { useAttempt } from "../../net/attempt";
import { Check, Choices, Line, Pick, Problem } from "../../kit/Fields";
import { callMe, cleaned, myName, NAME, TITLE, useName } from "../../settings/me";
import { botName } from "../../words/people";
import { openTable } from "./opening";
import fieldsStyles from "../../kit/Fields.module.css";
import formStyles from "../../kit/form.module.css";
import styles from "./NewTable.module.css";

/** `here` is another person at this device. */
type Who = "me" | "here" | "open" | `bot:${string}`;

interface Seat {
  who: Who;
  name: string;
  colour: string;
}

// How long a turn may take, and how long an answer in another's turn, in seconds.
const CLOCKS: { turn: number; window: number; label: PlainKey }[] = [
  { turn: 60, window: 15, label: "home.pace.minute" },
  { turn: 120, window: 20, label: "home.pace.two" },
  { turn: 300, window: 30, label: "home.pace.five" },
  { turn: 86_400, window: 43_200, label: "home.pace.day" },
];

const empty = (who: Who): Seat => ({ who, name: "", colour: "" });

export function NewTable({ bots, edition }: { bots: string[]; edition: Edition | null }) {
  const me = useName();
  const [title, setTitle] = useState("");
  const [seats, setSeats] = useState<Seat[]>([empty("me"), empty("open")]);
  const [listed, setListed] = useState<"link" | "public">("link");
  const [rules, setRules] = useState<RulesChosen>({
    one_card: false,
    allies: "each_stage",
    support: "free-standing",
    unable: "verified",
  });
  const [coureur, setCoureur] = useState<"first" | "in_order" | null>(null);
  const [hints, setHints] = useState<boolean | null>(null);
  const [pace, setPace] = useState<"unhurried" | "clock">("unhurried");
  const [clock, setClock] = useState(120);
  const { busy, code, attempt } = useAttempt();

  const change = (number: number, to: Partial<Seat>) =>
    setSeats(seats.map((seat, place) => (place === number ? { ...seat, ...to } : seat)));
  const open = seats.some((seat) => seat.who === "open");
  // At one device nobody can be first, and against a machine nobody is.
  const inTurn = seats.some((seat) => seat.who === "here" || seat.who.startsWith("bot:"));
  const order = coureur ?? (inTurn ? "in_order" : "first");
  // Unless it is said otherwise, hints are for one person alone with bots.
  const hinted = hints ?? seats.every((seat) => seat.who === "me" || seat.who.startsWith("bot:"));

  const asSeat = (seat: Seat, number: number): SeatAsked => {
    const colour = seat.colour ? { seat: seat.colour } : {};
    if (seat.who === "me") return { kind: "me", ...colour };
    if (seat.who === "here")
      return { kind: "me", name: cleaned(seat.name, NAME) || t("home.seat.player", { number: number + 1 }), ...colour };
    if (seat.who === "open") return { kind: "open", ...colour };
    return { kind: "bot", bot: seat.who.slice("bot:".length), ...colour };
  };

  const make = () =>
    attempt(async () => {
      callMe(myName());
      const chosen = CLOCKS.find((it) => it.turn === clock);
      await openTable({
        name: myName(),
        title: cleaned(title, TITLE),
        seats: seats.map(asSeat),
        rules,
        public: listed === "public",
        coureur: order,
        hints: hinted,
        pace: pace === "clock" && chosen ? { turn_seconds: chosen.turn, window_seconds: chosen.window } : {},
      });
    });

  return (
    <form
      className={formStyles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <p className={formStyles.lead}>{t("home.new.lead")}</p>
      <fieldset className={fieldsStyles.choices}>
        <legend>{t("home.new.seats")}</legend>
        <ol className={styles.seats} data-part="seats">
          {seats.map((seat, number) => (
            <li key={number}>
              <Pick
                hidden
                label={t("home.seat.who", { number: number + 1 })}
                value={seat.who}
                options={[
                  {
                    value: "me",
                    label: t("home.seat.me", { name: me }),
                    disabled: seats.some((other) => other !== seat && other.who === "me"),
                  },
                  { value: "here", label: t("home.seat.here") },
                  { value: "open", label: t("home.seat.link") },
                  ...bots.map((bot) => ({ value: `bot:${bot}`, label: t("home.seat.bot", { name: botName(bot) }) })),
                ]}
                onChange={(who) => change(number, { who: who as Who })}
              />
              {seat.who === "here" && (
                <Line
                  hidden
                  label={t("home.seat.name", { number: number + 1 })}
                  placeholder={t("home.seat.player", { number: number + 1 })}
                  value={seat.name}
                  most={NAME}
                  onChange={(name) => change(number, { name })}
                />
              )}
              {edition && (
                <Pick
                  hidden
                  label={t("home.seat.colour", { number: number + 1 })}
                  value={seat.colour}
                  options={[
                    { value: "", label: t("home.seat.anyColour") },
                    ...edition.told.colours.map((colour) => ({
                      value: colour.id,
                      label: `${signOf(colour.id)} ${named(colour.names)}`,
                      disabled: seats.some((other) => other !== seat && other.colour === colour.id),
                    })),
                  ]}
                  onChange={(colour) => change(number, { colour })}
                />
              )}
              {seats.length > 2 && (
                <button
                  type="button"
                  className={`button quiet ${formStyles.cross}`}
                  aria-label={t("home.seat.remove", { number: number + 1 })}
                  title={t("home.seat.remove", { number: number + 1 })}
                  onClick={() => setSeats(seats.filter((_, place) => place !== number))}
                >
                  <span aria-hidden="true">×</span>
                </button>
              )}
            </li>
          ))}
        </ol>
        {seats.length < (edition?.colours.length ?? 4) && (
          <button type="button" className="button" onClick={() => setSeats([...seats, empty("open")])}>
            {t("home.seat.add")}
          </button>
        )}
      </fieldset>
      <Choices
        legend={t("home.new.listed")}
        value={listed}
        choices={[
          { value: "link", label: t("home.listed.link"), line: t("home.listed.link.line") },
          { value: "public", label: t("home.listed.public"), line: t("home.listed.public.line") },
        ]}
        onChange={setListed}
      />
      <Line
        label={t("home.new.title")}
        value={title}
        most={TITLE}
        placeholder={t("home.table.of", { name: me })}
        onChange={setTitle}
      />
      <details className={formStyles.more}>
        <summary>{t("home.new.rules")}</summary>
        <div className={formStyles.form}>
          <Check
            label={t("home.rule.oneCard")}
            line={t("home.rule.oneCard.line")}
            checked={rules.one_card}
            onChange={(one_card) => setRules({ ...rules, one_card })}
          />
          <Choices
            legend={t("home.rule.allies")}
            value={rules.allies}
            choices={[
              { value: "each_stage", label: t("home.rule.allies.stage"), line: t("home.rule.allies.stage.line") },
              { value: "once", label: t("home.rule.allies.once"), line: t("home.rule.allies.once.line") },
              { value: "none", label: t("home.rule.allies.none"), line: t("home.rule.allies.none.line") },
            ]}
            onChange={(allies) => setRules({ ...rules, allies })}
          />
          {rules.allies !== "none" && (
            <Choices
              legend={t("home.rule.coureur")}
              value={order}
              choices={[
                { value: "first", label: t("home.rule.coureur.first"), line: t("home.rule.coureur.first.line") },
                { value: "in_order", label: t("home.rule.coureur.order"), line: t("home.rule.coureur.order.line") },
              ]}
              onChange={setCoureur}
            />
          )}
          <Choices
            legend={t("home.rule.support")}
            value={rules.support}
            choices={[
              { value: "free-standing", label: t("home.rule.support.free"), line: t("home.rule.support.free.line") },
              { value: "leaning", label: t("home.rule.support.lean"), line: t("home.rule.support.lean.line") },
            ]}
            onChange={(support) => setRules({ ...rules, support })}
          />
          <Choices
            legend={t("home.rule.unable")}
            value={rules.unable}
            choices={[
              { value: "verified", label: t("home.rule.unable.verified"), line: t("home.rule.unable.verified.line") },
              { value: "claimed", label: t("home.rule.unable.claimed"), line: t("home.rule.unable.claimed.line") },
            ]}
            onChange={(unable) => setRules({ ...rules, unable })}
          />
          <Check label={t("home.hints")} line={t("home.hints.line")} checked={hinted} onChange={setHints} />
          <Choices
            legend={t("home.pace")}
            value={pace}
            choices={[
              { value: "unhurried", label: t("home.pace.unhurried"), line: t("home.pace.unhurried.line") },
              { value: "clock", label: t("home.pace.clock"), line: t("home.pace.clock.line") },
            ]}
            onChange={setPace}
          />
          {pace === "clock" && (
            <Choices
              compact
              legend={t("home.pace.turn")}
              value={clock}
              choices={CLOCKS.map((it) => ({ value: it.turn, label: t(it.label) }))}
              onChange={setClock}
            />
          )}
        </div>
      </details>
      <div className={`${formStyles.actions} ${formStyles.go}`}>
        <Problem code={code} />
        <button type="submit" className={`button primary ${formStyles.big}`} disabled={busy}>
          {t(open ? "home.new.open" : "home.new.go")}
        </button>
      </div>
    </form>
  );
}
