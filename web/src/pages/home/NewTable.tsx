// A table with friends: who sits where, and how they play.

import { useState } from "react";
import type { Edition } from "../../model/edition";
import type { RulesChosen, SeatAsked } from "../../protocol";
import { SERVERLESS } from "../../protocol/root";
import { signOf } from "../../board/icons/paints";
import { named, t, type PlainKey } from "../../words/words";
import { Check, Choices, Line, Pick } from "../../kit/Fields";
import { cleaned, NAME, TITLE, useName } from "../../settings/me";
import { botName } from "../../words/people";
import { SeriesChoice, type Kind } from "../starting/SeriesChoice";
import { StartForm } from "../starting/StartForm";
import { type CoureurOrder, FoldedVariants, FULL } from "../starting/Variants";
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

/** Whoever is expected beside oneself: where there is no server, only somebody at this device can be. */
const ANOTHER: Who = SERVERLESS ? "here" : "open";

const empty = (who: Who): Seat => ({ who, name: "", colour: "" });

export function NewTable({ bots, edition }: { bots: string[]; edition: Edition | null }) {
  const me = useName();
  const [title, setTitle] = useState("");
  const [seats, setSeats] = useState<Seat[]>([empty("me"), empty(ANOTHER)]);
  const [wanted, setSeries] = useState<Kind>("single");
  const [listed, setListed] = useState<"link" | "public">("link");
  const [rules, setRules] = useState<RulesChosen>(FULL);
  const [coureur, setCoureur] = useState<CoureurOrder | null>(null);
  const [hints, setHints] = useState<boolean | null>(null);
  const [pace, setPace] = useState<"unhurried" | "clock">("unhurried");
  const [clock, setClock] = useState(120);

  const isBot = (seat: Seat): boolean => seat.who.startsWith("bot:");
  const others = seats.filter((seat) => !isBot(seat));
  const fits = { single: true, return: seats.length === 2, duplicate: others.length === 1 && others[0]!.who === "me" };
  const series = fits[wanted] ? wanted : "single";
  /** The seats become such as the match asks for: two of them, or one's own and bots. */
  const choose = (kind: Kind) => {
    setSeries(kind);
    const bot: Who = `bot:${bots.includes("artisan") ? "artisan" : (bots[0] ?? "")}`;
    if (kind === "return") setSeats(seats.slice(0, 2));
    if (kind === "duplicate")
      setSeats(seats.map((seat, place) => (isBot(seat) ? seat : { ...seat, who: place === 0 ? "me" : bot })));
  };
  const change = (number: number, to: Partial<Seat>) =>
    setSeats(seats.map((seat, place) => (place === number ? { ...seat, ...to } : seat)));
  const open = seats.some((seat) => seat.who === "open");
  // At one device nobody can be first, and against a machine nobody is.
  const inTurn = seats.some((seat) => seat.who === "here" || seat.who.startsWith("bot:"));
  const order = coureur ?? (inTurn ? "in_order" : "first");
  // Unless it is said otherwise, hints are for one person alone with bots, and not where two are compared.
  const hinted =
    hints ?? (series === "single" && seats.every((seat) => seat.who === "me" || seat.who.startsWith("bot:")));

  const asSeat = (seat: Seat, number: number): SeatAsked => {
    const colour = seat.colour ? { seat: seat.colour } : {};
    if (seat.who === "me") return { kind: "me", ...colour };
    if (seat.who === "here")
      return { kind: "me", name: cleaned(seat.name, NAME) || t("home.seat.player", { number: number + 1 }), ...colour };
    if (seat.who === "open") return { kind: "open", ...colour };
    return { kind: "bot", bot: seat.who.slice("bot:".length), ...colour };
  };

  const table = () => {
    const chosen = CLOCKS.find((it) => it.turn === clock);
    return {
      title: cleaned(title, TITLE),
      seats: seats.map(asSeat),
      rules,
      public: listed === "public" && series !== "duplicate",
      ...(series !== "single" && { series }),
      coureur: order,
      hints: hinted,
      pace: pace === "clock" && chosen ? { turn_seconds: chosen.turn, window_seconds: chosen.window } : {},
    };
  };

  return (
    <StartForm
      lead={t(SERVERLESS ? "site.new.lead" : "home.new.lead")}
      go={t(open ? "home.new.open" : "home.new.go")}
      table={table}
    >
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
                  ...(SERVERLESS ? [] : [{ value: "open", label: t("home.seat.link") }]),
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
          <button type="button" className="button" onClick={() => setSeats([...seats, empty(ANOTHER)])}>
            {t("home.seat.add")}
          </button>
        )}
      </fieldset>
      <SeriesChoice kind={series} onChange={choose} />
      {!SERVERLESS && (
        <Choices
          legend={t("home.new.listed")}
          value={listed}
          choices={[
            { value: "link", label: t("home.listed.link"), line: t("home.listed.link.line") },
            { value: "public", label: t("home.listed.public"), line: t("home.listed.public.line") },
          ]}
          onChange={setListed}
        />
      )}
      <Line
        label={t("home.new.title")}
        value={title}
        most={TITLE}
        placeholder={t("home.table.of", { name: me })}
        onChange={setTitle}
      />
      <FoldedVariants mode="table" rules={rules} onRules={setRules} coureur={order} onCoureur={setCoureur}>
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
      </FoldedVariants>
    </StartForm>
  );
}
