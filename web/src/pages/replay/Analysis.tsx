// What each choice was worth, what was luck, and where the game turned, beside the log.

import { useState } from "react";
import { Pick, Problem } from "../../kit/Fields";
import type { Edition } from "../../model/edition";
import { useOfferings } from "../../net/offerings";
import type { AnalysisTold, Analyst, ChoiceTold, HintTold, LuckTold, Snapshot } from "../../protocol";
import { seatName } from "../../words/names";
import { botName } from "../../words/people";
import { estimate, numeral, signedEstimate, t } from "../../words/words";
import { adviceWords, reasonWords } from "../table/hints/why";
import type { Analysing } from "./useAnalysis";
import styles from "./Analysis.module.css";

const ANALYSTS: readonly Analyst[] = ["maitre", "ingenieur"];

export const percent = (chance: number): string => signedEstimate(Math.round(1000 * chance) / 10);

/** An action in words, as a hint would say it. */
export const inWords = (action: ChoiceTold["action"], snapshot: Snapshot, edition: Edition): string =>
  adviceWords({ action } as HintTold, snapshot, edition);

interface AnalysisProps {
  analysing: Analysing;
  snapshot: Snapshot;
  /** The table when the choice was made. */
  before: (choice: ChoiceTold) => Snapshot;
  edition: Edition;
  moment: number;
  go: (moment: number) => void;
  /** The alternative that is shown on the board. */
  shown: { choice: ChoiceTold; number: number } | null;
  show: (choice: ChoiceTold, number: number) => void;
  /** The seats whose mistakes can be tried again. */
  mine: readonly string[];
  /** Whether the clock or a stand-in made a choice: it is nobody's mistake. */
  byAnother: (choice: ChoiceTold) => boolean;
  tryAgain: (seat: string) => void;
}

export function Analysis(props: AnalysisProps) {
  const { analysing, snapshot } = props;
  const { told, code, ask } = analysing;
  return (
    <div className={styles.analysis} data-part="analysis" data-status={told?.status ?? "none"}>
      {told?.analysis ? <Done {...props} analysis={told.analysis} /> : <Asking told={told} ask={ask} />}
      <Problem code={code} />
      {told?.status === "done" && told.bot === "maitre" && (
        <Deeper ask={() => ask("ingenieur")} solo={snapshot.options.mode === "solo"} />
      )}
    </div>
  );
}

function Asking({ told, ask }: { told: Analysing["told"]; ask: Analysing["ask"] }) {
  const { bots } = useOfferings();
  const [bot, setBot] = useState<Analyst>("maitre");
  const analysts = ANALYSTS.filter((it) => bots.includes(it));
  if (told?.status === "waiting" || told?.status === "running")
    return (
      <p role="status">
        {told.status === "waiting" ? (
          t("analysis.ahead", { count: told.ahead })
        ) : (
          <>
            <progress value={told.done} max={Math.max(1, told.total)} />{" "}
            {t("analysis.running", { done: told.done, total: told.total })}
          </>
        )}
      </p>
    );
  return (
    <>
      <p>{t(told?.status === "failed" ? "analysis.failed" : "analysis.lead")}</p>
      {analysts.length > 0 && (
        <Pick
          label={t("analysis.depth")}
          value={bot}
          options={analysts.map((it) => ({ value: it, label: botName(it) }))}
          onChange={(it) => setBot(it as Analyst)}
        />
      )}
      <button className="button primary" data-do="analyse" onClick={() => ask(bot)}>
        {t("analysis.ask")}
      </button>
    </>
  );
}

/** The master is quick; whoever wants to know better asks the engineer. */
function Deeper({ ask, solo }: { ask: () => void; solo: boolean }) {
  const { bots } = useOfferings();
  if (solo || !bots.includes("ingenieur")) return null;
  return (
    <button className="button quiet" onClick={ask}>
      {t("analysis.ask")} · {botName("ingenieur")}
    </button>
  );
}

function Done(props: AnalysisProps & { analysis: AnalysisTold }) {
  const { analysis, snapshot, moment, go, mine, byAnother, tryAgain } = props;
  return (
    <>
      <Here {...props} />
      <h3>{t("analysis.turning")}</h3>
      <ol className={styles.turning} data-part="turning">
        {analysis.turning.map((point) => {
          // For whom it turned: who gained or lost most.
          const seats = Object.keys(point.chances);
          const seat = seats.reduce((best, it) =>
            Math.abs(point.chances[it]!) > Math.abs(point.chances[best]!) ? it : best,
          );
          return (
            <li key={`${point.moment} ${point.what}`}>
              <button className="button quiet" aria-current={point.moment === moment} onClick={() => go(point.moment)}>
                {t("analysis.turn", {
                  move: point.move,
                  name: seatName(snapshot, seat),
                  percent: percent(point.chances[seat]!),
                })}{" "}
                <small>({t(`analysis.turn.${point.what}`)})</small>
              </button>
            </li>
          );
        })}
      </ol>
      <Summary analysis={analysis} snapshot={snapshot} />
      {mine.map((seat) => {
        const count = mistakes(analysis, seat, byAnother).length;
        return (
          count > 0 && (
            <button key={seat} className="button" data-do="try-again" onClick={() => tryAgain(seat)}>
              {t("analysis.again.list", { count, name: seatName(snapshot, seat) })}
            </button>
          )
        );
      })}
    </>
  );
}

/** What a seat did worse than it could, the worst first; slips only where there is nothing worse. */
export function mistakes(
  analysis: AnalysisTold,
  seat: string,
  byAnother: (choice: ChoiceTold) => boolean,
): ChoiceTold[] {
  const all = analysis.choices
    .filter((choice) => choice.seat === seat && choice.verdict !== null && !byAnother(choice))
    .sort((one, other) => other.regret - one.regret);
  const worse = all.filter((choice) => choice.verdict !== "slip");
  return worse.length ? worse : all;
}

/** The choice that led to this moment, or the one whose alternative is shown. */
function Here(props: AnalysisProps & { analysis: AnalysisTold }) {
  const { analysis, snapshot, before, edition, moment, shown, show } = props;
  const choice = shown?.choice ?? analysis.choices.find((it) => it.moment === moment);
  const luck = analysis.luck.filter((it) => it.moment === moment);
  return (
    <section className={styles.here} data-part="choice">
      <h3>{t("analysis.here")}</h3>
      {choice ? (
        <>
          <p data-verdict={choice.verdict ?? undefined}>
            {choice.verdict && <b className={styles.verdict}>{t(`analysis.verdict.${choice.verdict}`)}</b>}{" "}
            {t("name.colon", {
              what: seatName(snapshot, choice.seat),
              said: inWords(choice.action, before(choice), edition),
            })}
            .{" "}
            {t("analysis.gave", {
              points: estimate(choice.regret),
              error: estimate(choice.error),
              percent: estimate(Math.round(1000 * choice.chance) / 10),
            })}
          </p>
          {choice.alternatives.length > 0 && (
            <>
              <h4>{t("analysis.alternatives")}</h4>
              <ol className={styles.alternatives}>
                {choice.alternatives.map((other, number) => (
                  <li key={number}>
                    <button
                      className="button quiet"
                      aria-pressed={shown?.number === number}
                      onClick={() => show(choice, number)}
                    >
                      {inWords(other.action, before(choice), edition)} · {signedEstimate(other.gain)} ±{" "}
                      {estimate(other.error)}
                    </button>
                    <small>{reasonWords(other.why, snapshot.options.mode === "solo")}</small>
                  </li>
                ))}
              </ol>
            </>
          )}
        </>
      ) : (
        luck.length === 0 && <p>{t("analysis.none")}</p>
      )}
      {luck.map((it) => (
        <p key={it.what}>{t(`analysis.luck.${it.what}`, { list: worths(it, snapshot) })}</p>
      ))}
    </section>
  );
}

const worths = ({ worth }: LuckTold, snapshot: Snapshot): string =>
  Object.entries(worth)
    .map(([seat, points]) => `${seatName(snapshot, seat)} ${signedEstimate(points)}`)
    .join(", ");

function Summary({ analysis, snapshot }: { analysis: AnalysisTold; snapshot: Snapshot }) {
  const rows = [
    { name: t("analysis.start"), of: "start" },
    { name: t("analysis.luck"), of: "luck" },
    { name: t("analysis.received"), of: "received" },
    { name: t("analysis.given"), of: "regret" },
    { name: t("analysis.margin"), of: "margin" },
  ] as const;
  const counts = ["slips", "mistakes", "blunders"] as const;
  return (
    <>
      <p>{t("analysis.summary")}</p>
      <div className={styles.scroll}>
        <table className={styles.summary} data-part="summary">
          <thead>
            <tr>
              <th />
              {analysis.players.map((player) => (
                <th key={player.seat} scope="col">
                  {seatName(snapshot, player.seat)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, of }) => (
              <tr key={of} data-of={of}>
                <th scope="row">{name}</th>
                {analysis.players.map((player) => (
                  <td key={player.seat} data-value={player[of]}>
                    {signedEstimate(of === "regret" ? -player.regret : player[of])}
                  </td>
                ))}
              </tr>
            ))}
            {counts.map((of) => (
              <tr key={of}>
                <th scope="row">{t(`analysis.${of}`)}</th>
                {analysis.players.map((player) => (
                  <td key={player.seat}>{numeral(player[of])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
