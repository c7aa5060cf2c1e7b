// Choosing anew where something better could have been done: at the real board, judged by the same bot.

import { useCallback, useEffect, useMemo, useState } from "react";
import { Problem } from "../../kit/Fields";
import type { Edition } from "../../model/edition";
import type { Ghost } from "../../model/placing";
import { type Hand, tableOf } from "../../model/source";
import { holderOf } from "../../model/table";
import { codeOf } from "../../net/attempt";
import { rest } from "../../net/rest";
import type { AlternativeTold, Analyst, Choosable, ChoiceTold, RetryTold, Snapshot } from "../../protocol";
import { estimate, t } from "../../words/words";
import { Game } from "../table/Game";
import { reasonWords } from "../table/hints/why";
import { UNLINKED, type TableState } from "../table/state";
import { inWords } from "./Analysis";
import type { Watched } from "./ReplayPage";
import styles from "./TryAgain.module.css";

interface TryAgainProps {
  game: Watched;
  table: string;
  bot: Analyst;
  choices: readonly ChoiceTold[];
  leave: (moment: number) => void;
}

export function TryAgain(props: TryAgainProps) {
  const [number, setNumber] = useState(0);
  // Each is tried at a table of its own: what is judged late belongs to the one before.
  return <Trial key={props.choices[number]!.moment} {...props} number={number} onNext={() => setNumber(number + 1)} />;
}

function Trial({
  game,
  table,
  bot,
  choices,
  leave,
  number,
  onNext,
}: TryAgainProps & { number: number; onNext: () => void }) {
  const choice = choices[number]!;
  const [offered, setOffered] = useState<Choosable | null>(null);
  const [judged, setJudged] = useState<RetryTold | null>(null);
  const [busy, setBusy] = useState(false);
  const [code, setCode] = useState<string | null>(null);
  const [best, setBest] = useState(false);
  useEffect(() => {
    let here = true;
    rest.moment(table, choice.moment - 1).then(
      (told) => here && setOffered(told),
      (error: unknown) => here && setCode(codeOf(error)),
    );
    return () => {
      here = false;
    };
  }, [table, choice]);

  const snapshot = useMemo((): Snapshot => {
    const { snapshot: then } = game.timeline.at(choice.moment - 1);
    const offer = offered?.offers[choice.seat];
    return {
      ...then,
      status: "playing",
      you: [holderOf(choice.seat)],
      asks: offer ? [{ seat: choice.seat, since: then.seq, deadline: null }] : [],
      offers: offer ? { [choice.seat]: offer } : {},
      foresight: offered?.foresight ?? {},
    };
  }, [game, choice, offered]);
  const state = useMemo(
    (): TableState => ({
      ...tableOf(game.edition, snapshot, game.timeline.at(choice.moment - 1).log, null),
      ...UNLINKED,
      present: snapshot.game!.seats,
      busy,
    }),
    [game, choice, snapshot, busy],
  );
  const judge = useCallback(
    async (action: ChoiceTold["action"]) => {
      setBusy(true);
      setCode(null);
      setBest(false);
      try {
        setJudged(await rest.retry(table, { bot, moment: choice.moment, action }));
      } catch (error) {
        setCode(codeOf(error));
      }
      setBusy(false);
    },
    [table, bot, choice],
  );
  const hand = useMemo(
    (): Hand => ({
      seats: () => snapshot.you,
      offer: (seat) => snapshot.offers[seat] ?? null,
      play: judge,
    }),
    [snapshot, judge],
  );
  const alternative = choice.alternatives[0];
  const solo = snapshot.options.mode === "solo";
  const said = judged && (
    <p role="status" className={styles.verdict} data-part="verdict" data-right={judged.right}>
      {judged.right ? t("analysis.again.right") : t("analysis.again.wrong", { points: estimate(judged.regret) })}{" "}
      {reasonWords(judged.why, solo)}
    </p>
  );
  const words = (
    <section className={styles.again} data-part="try-again" data-moment={choice.moment}>
      <header>
        <h2>{t("analysis.again")}</h2>
        <small>{t("analysis.again.place", { number: number + 1, count: choices.length })}</small>
      </header>
      <p>
        {t("analysis.again.did", {
          what: inWords(choice.action, snapshot, game.edition),
          points: estimate(choice.regret),
        })}
      </p>
      {said || <p>{t(busy ? "analysis.again.checking" : "analysis.again.ask")}</p>}
      {best && alternative && (
        <p data-part="best">
          <b>{inWords(alternative.action, snapshot, game.edition)}</b> {reasonWords(alternative.why, solo)}
        </p>
      )}
      <Problem code={code} />
      <div className={styles.buttons}>
        {alternative && !best && (
          <button className="button" data-do="show-best" onClick={() => setBest(true)}>
            {t("analysis.again.show")}
          </button>
        )}
        {alternative && best && (
          <button className="button" data-do="take-best" disabled={busy} onClick={() => void judge(alternative.action)}>
            {t("analysis.again.take")}
          </button>
        )}
        {number + 1 < choices.length && (
          <button className={judged?.right ? "button primary" : "button"} onClick={onNext}>
            {t("analysis.again.next")}
          </button>
        )}
        <button className="button" data-do="back" onClick={() => leave(choice.moment)}>
          {t("analysis.again.back")}
        </button>
      </div>
    </section>
  );
  return <Game state={state} hand={hand} live={null} lesson={{ words, inShort: said, step: number, look: "all" }} />;
}

/** An alternative as it would stand on the board; null for what is no placement. */
export function ghostOf({ action, placement, now }: AlternativeTold, edition: Edition): Ghost | null {
  if ((action.do !== "place" && action.do !== "bonus") || placement === null) return null;
  const placed = edition.placement(placement);
  const { block, site, cubes } = placed;
  const legal = { ...placed, do: action.do, gain: now, completes: false, challenges: [] };
  return { block, site, cubes: [...cubes], legal, why: null };
}
