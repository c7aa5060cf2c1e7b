// A lesson: tables one after the other that somebody plays at. Which answers are right, why others are not and what they
// score was worked out by the rules when the page was built; nothing here judges by itself.

import type {
  Action,
  AnswerTold,
  Foreseen,
  LessonStepTold,
  LessonTold,
  PlayTold,
  Position,
  Snapshot,
  TableEvent,
} from "../protocol";
import { counted } from "./asked";
import { cellKey } from "./building";
import type { Edition } from "./edition";
import { coming, comingTo, type Legal } from "./placing";
import { holderOf, UNSERVED } from "./table";
import { Shown, tableOf, type Hand, type Source } from "./source";

/** What came of an answer. */
export interface Verdict {
  right: boolean;
  /** Why not, by the word the lesson's texts use. */
  reason: string | null;
  /** What a right placement scores for the one who learns: now, at the next snowfall, and at all the coming ones. */
  gained: number;
  next: number;
  later: number;
}

/** Where somebody is in a lesson. */
export interface Moment {
  /** The step, counted from 0. */
  step: number;
  /** The lesson itself is still playing, it waits for an answer, or it has a right one. */
  stage: "showing" | "asking" | "done";
  verdict: Verdict | null;
  /** How often somebody answered here: the same answer twice is said twice. */
  tries: number;
}

export interface Taught {
  source: Source;
  hand: Hand;
  /** The same object until something changes. */
  moment: () => Moment;
  /** Begin a step. */
  to: (step: number) => void;
  /** Let the lesson play the next thing it plays by itself. */
  play: () => void;
  /** Answer a question. */
  answer: (option: string) => void;
}

/** A lesson from one of its steps on. `names` are those of the seats. */
export function taught(edition: Edition, lesson: LessonTold, first: number, names: (seat: string) => string): Taught {
  const shown = new Shown();
  let seq = 0;
  let log: TableEvent[] = [];
  let played = 0;
  let moment: Moment;
  const step = (): LessonStepTold => lesson.steps[moment.step]!;

  const show = (position: Position, foresight: Foreseen[], asking: boolean): void => {
    seq++;
    const snapshot = snapshotOf(step(), position, foresight, asking, seq, names);
    shown.show(tableOf(edition, snapshot, log, shown.getState()));
  };
  const happened = ({ seat, do: what, gain, events }: Pick<PlayTold, "seat" | "do" | "gain" | "events">): void => {
    log = [...log, { kind: "moved", seq: seq + 1, at: 0, seat, how: "person", do: what, gain, events }];
  };
  const stage = (): "showing" | "asking" => (played < step().plays.length ? "showing" : "asking");

  const to = (wanted: number): void => {
    const number = Math.max(0, Math.min(lesson.steps.length - 1, wanted));
    played = 0;
    log = [];
    moment = { step: number, stage: "asking", verdict: null, tries: 0 };
    moment = { ...moment, stage: stage() };
    show(step().position, moment.stage === "asking" ? step().foresight : [], moment.stage === "asking");
  };
  const play = (): void => {
    const next = step().plays[played];
    if (!next || moment.stage !== "showing") return;
    played++;
    happened(next);
    moment = { ...moment, stage: stage() };
    show(next.position, next.foresight, moment.stage === "asking");
  };
  const wrong = (reason: string): void => {
    moment = { ...moment, verdict: { right: false, reason, ...NOTHING }, tries: moment.tries + 1 };
    shown.show({ ...shown.getState()! }); // whoever listens hears of the verdict; the block in hand stays as it is
  };
  const right = (verdict: Pick<Verdict, keyof typeof NOTHING>, what: PlayTold | Position): void => {
    moment = { ...moment, stage: "done", verdict: { right: true, reason: null, ...verdict }, tries: moment.tries + 1 };
    if ("position" in what) {
      happened(what);
      show(what.position, what.foresight, false);
    } else show(what, step().foresight, false);
  };

  const place = (action: Action & { cubes: unknown }): void => {
    const { offer, judged, reasons, seat } = step();
    const { position, game } = shown.getState()!.snapshot;
    const wanted = action as Extract<Action, { do: "place" | "bonus" }>;
    const found = offer!.placements.findIndex((it) => it.block === wanted.block && it.site === wanted.site);
    const group = offer!.placements[found];
    const cells = wanted.cubes.map(cellKey).join();
    const number = group?.ids.findIndex((id) => edition.placement(id).cubes.map(cellKey).join() === cells) ?? -1;
    if (!group || number < 0) return;
    const why = judged[found]![number]!;
    if (why) {
      wrong(reasons[why - 1]!);
      return;
    }
    const id = group.ids[number]!;
    const gain = Object.fromEntries(
      Object.entries(group.gain).flatMap(([colour, points]) => (points[number] ? [[colour, points[number]]] : [])),
    );
    const own = ownColour(edition, seat, group.site);
    const marks = edition.marks(game!.sticks[group.site]!);
    const later = coming(edition, position!, marks, { block: group.block, cubes: edition.placement(id).cubes });
    right(
      {
        gained: gain[own] ?? 0,
        next: comingTo(
          later.filter(({ level }) => level === counted({ edition, position: position! }) + 1),
          own,
        ),
        later: comingTo(later, own),
      },
      withBlock(edition, position!, seat, {
        ...edition.placement(id),
        do: group.do,
        gain,
        completes: group.completes.includes(id),
        challenges: group.challenges[String(id)] ?? [],
      }),
    );
  };

  const hand: Hand = {
    seats: () => [step().seat],
    offer: (seat) => shown.getState()!.snapshot.offers[seat] ?? null,
    play: async (action) => {
      if (moment.stage !== "asking") return;
      if ("cubes" in action) place(action);
      else {
        const answer = step().answers.find((it) => answers(it, action));
        if (answer?.play) right({ ...NOTHING, gained: answer.play.gain[step().seat] ?? 0 }, answer.play);
        else if (answer) wrong(answer.reason!);
      }
    },
  };
  const answer = (option: string): void => {
    const { ask } = step();
    if (!ask || moment.stage !== "asking") return;
    if (ask.right.includes(option)) right(NOTHING, ask.play);
    else wrong("ask");
  };

  to(first);
  return { source: shown, hand, moment: () => moment, to, play, answer };
}

/** What is no placement scores nothing by itself. */
const NOTHING = { gained: 0, next: 0, later: 0 };

const answers = (it: AnswerTold, action: Action): boolean =>
  it.do === action.do &&
  (!("order" in action) ? it.order === null : it.order?.join() === action.order?.join()) &&
  (!("remove" in action) || it.remove === action.remove);

/** The colour that scores for a seat: its own, alone that of the site, and white for Winter. */
function ownColour(edition: Edition, seat: string, site: string): string {
  if (seat === "winter") return edition.told.solo.winter;
  return seat === "player" ? edition.site(site).solo_colour : seat;
}

/** A position with one block more, as the offer said it would be. */
export function withBlock(edition: Edition, before: Position, seat: string, legal: Legal): Position {
  const { block, site, cubes, shape } = legal;
  const colour = edition.colourOf(block);
  const without = (left: Record<string, string[]>) => ({
    ...left,
    [shape]: (left[shape] ?? []).filter((it) => it !== colour),
  });
  const bonus = legal.do === "bonus";
  const card = bonus ? -1 : before.display.indexOf(shape);
  return {
    ...before,
    buildings: { ...before.buildings, [site]: [...(before.buildings[site] ?? []), { by: seat, block, cubes }] },
    scores: Object.fromEntries(
      Object.entries(before.scores).map(([it, points]) => [it, points + (legal.gain[it] ?? 0)]),
    ),
    display: before.display.filter((_, number) => number !== card),
    stock: bonus ? before.stock : without(before.stock),
    bonus: bonus ? without(before.bonus) : before.bonus,
    standees: legal.completes ? { ...before.standees, [site]: seat } : before.standees,
    solo: before.solo && {
      ...before.solo,
      due: bonus ? before.solo.due.slice(1) : before.solo.due,
      earned: [...before.solo.earned, ...legal.challenges],
    },
  };
}

/** A table without a server, as one who sits there is told of it; `asking` is whether something is waited for. */
export function snapshotOf(
  { game, seat, offer }: Pick<LessonStepTold, "game" | "seat" | "offer">,
  position: Position,
  foresight: Foreseen[],
  asking: boolean,
  seq: number,
  names: (seat: string) => string,
): Snapshot {
  const asked = asking && offer !== null;
  return {
    table: "",
    seq,
    status: position.result ? "over" : "playing",
    created_at: 0,
    options: {
      mode: game.mode,
      rules: game.rules,
      solo: game.solo,
      ...UNSERVED,
      coureur: "in_order",
      winter_ties: "player",
    },
    edition: game.edition,
    rules_version: 0,
    commitment: "",
    words: null,
    secret: null,
    seats: game.seats.map((it) => ({
      seat: it,
      kind: "person",
      name: names(it),
      bot: null,
      away: false,
      offered: false,
    })),
    game,
    position,
    asks: asked ? [{ seat, since: seq, deadline: null }] : [],
    take_back: null,
    rematch: null,
    you: [holderOf(seat)],
    offers: asked ? { [seat]: offer } : {},
    foresight: { [holderOf(seat)]: foresight },
    chat: [],
  };
}
