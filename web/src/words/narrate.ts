// What happened, in words, and the cubes a line is about.

import type { Edition } from "../model/edition";
import { passOver, type GameEvent, type MovedEvent, type Snapshot, type TableEvent } from "../protocol";
import type { Lit } from "../model/building";
import type { WinterChoseTold } from "../protocol";
import { capital, named, signed, t, tAny } from "./words";
import { blockName, cardName, colourName, seatName, shapeName, siteName } from "./names";

export interface Line {
  seq: number;
  text: string;
  lit: Lit[];
  seat: string | null;
  kind: string;
}

export function narrate(event: TableEvent, snapshot: Snapshot, edition: Edition): Line[] {
  const seat = "seat" in event ? event.seat : null;
  const line = (text: string, lit: Lit[] = [], kind: string = event.kind): Line => ({
    seq: event.seq,
    text,
    lit,
    seat,
    kind,
  });
  const name = seat ? seatName(snapshot, seat) : "";
  switch (event.kind) {
    case "moved": {
      const by = inItsPlace(event);
      return event.events.flatMap((it) => {
        const text = sentence(it, happened(it, snapshot, edition));
        // A turn that begins is nobody's choice: alone, the player's next one may follow on one that a bot played.
        const chosen = it.event !== "turn_began" && actor(it) === event.seat;
        return text ? [line(by && chosen ? `${text} ${by}` : text, cubesOf(it), it.event)] : [];
      });
    }
    case "started":
      return [
        line(t("log.started", { order: event.order.map((seat) => seatName(snapshot, seat)).join(", ") })),
        ...event.events.flatMap((it) => {
          const text = sentence(it, happened(it, snapshot, edition));
          return text ? [line(text, [], it.event)] : [];
        }),
      ];
    case "taken_back":
    case "dismissed":
    case "agreed":
    case "conceded":
    case "timed_out":
    case "left":
    case "returned":
    case "stood_in":
      return [line(t(`log.${event.kind}`, { name }))];
    case "handed_over":
      return [line(t("log.handed_over", { name: event.name }))];
    case "sat":
      return [line(t("log.sat", { name: event.name }))];
    case "options_changed":
      return [line(t("variants.changed"))];
    case "rematched":
      return [line(t("log.rematched"))];
    case "closed":
    case "abandoned":
      return [line(t(`log.${event.kind}`))];
    case "proposed":
      return [line(t(`log.proposed_${event.what}`, { name }))];
    case "went_back":
      return [line(t("log.went_back", { name, count: event.actions }))];
    case "unsealed":
      return [line(t("log.unsealed"))];
    case "created":
      return snapshot.options.day ? [line(t("day.log", { date: snapshot.options.day.date }))] : [];
    case "bot_seated":
    case "opened":
    case "words_added":
    case "invited":
    case "offered":
    case "said":
      return [];
    default:
      passOver(event);
      return [];
  }
}

/** Who moved, where it was not the seat's own player or bot: also in the part that a game was played elsewhere before. */
function inItsPlace({ how, stand_in }: MovedEvent): string {
  if (how === "clock" || stand_in === "clock") return t("log.how.clock");
  if (stand_in === "harmless" || stand_in === "chance") return t("log.how.nobody");
  return how === "stand_in" || stand_in ? t("log.how.stand_in") : "";
}

/** Our own words begin a sentence with a capital; a person's name stays as they write it. */
function sentence(event: GameEvent, text: string): string {
  const by = actor(event);
  return by === null || by === "winter" ? capital(text) : text;
}

/** The seat an event is about, if it is about one. */
function actor(event: GameEvent): string | null {
  return "by" in event ? event.by : null;
}

function happened(event: GameEvent, snapshot: Snapshot, edition: Edition): string {
  const by = actor(event);
  const name = by === null ? "" : seatName(snapshot, by);
  switch (event.event) {
    case "turn_began":
      return t("log.turn_began", { name });
    case "drew":
      return event.card === "snow"
        ? t("log.drew_snow", { name })
        : t("log.drew", { name, card: cardName(edition, event.card) });
    case "placed": {
      const parts = event.scored.map((scored) =>
        t("log.scored", {
          colour: colourName(edition, scored.colour),
          points: scored.new.length + scored.linked.length,
        }),
      );
      return t(event.bonus ? "log.placed_bonus" : "log.placed", {
        name,
        block: blockName(edition, event.block),
        site: siteName(edition, event.site),
        scored: parts.length ? parts.join(", ") : t("log.scored_nothing"),
      });
    }
    case "winter_chose":
      return winterChose(event);
    case "completed":
      return t("log.completed", { name, site: siteName(edition, event.site) });
    case "challenge_earned": {
      const challenge = edition.told.solo.challenges.find((it) => it.id === event.challenge);
      return t("log.challenge_earned", {
        challenge: named(challenge?.names),
        points: event.points,
      });
    }
    case "doubled":
    case "took_half":
      return t(`log.${event.event}`, { name, points: event.points });
    case "declined":
      return "";
    case "peeked":
      // Where several sit at one device, the log is before everybody's eyes.
      return event.cards && snapshot.you.length === 1 && snapshot.you[0] === event.by
        ? t("log.peeked_cards", { name, cards: event.cards.map((card) => cardName(edition, card)).join(", ") })
        : t("log.peeked", { name });
    case "put_back":
    case "passed":
    case "lost_turn":
      return t(`log.${event.event}`, { name });
    case "claimed_unable":
      return t("log.claimed_unable", { name, shape: shapeName(edition, event.shape) });
    case "removed":
      return t("log.removed", { block: blockName(edition, event.block) });
    case "snow_fell": {
      const sums: Record<string, number> = {};
      for (const site of event.sites)
        for (const [colour, cubes] of Object.entries(site.cubes))
          sums[colour] = (sums[colour] ?? 0) + cubes * site.mark;
      const list = Object.entries(sums)
        .map(([colour, points]) => `${colourName(edition, colour)} ${signed(points)}`)
        .join(", ");
      return t("log.snow_fell", { level: event.level, list });
    }
    case "snow_lies": {
      // The n-th snow ends the n-th stage, and with it the time of its bonus block (BON-3); alone, its piece leaves the
      // track (SOL-9).
      const bonus = edition.told.bonus[event.depth - 1];
      if (!bonus) return "";
      if (snapshot.options.mode === "solo") return t("log.snow_lies_solo", { shape: named(bonus.names) });
      const lost = neverPlaced(snapshot, bonus.id).map((block) => blockName(edition, block));
      return lost.length ? t("log.snow_lies", { count: lost.length, blocks: lost.join(", ") }) : "";
    }
    case "bonus_due":
    case "bonus_lost":
      return t(`log.${event.event}`, {
        colour: colourName(edition, event.colour),
        shape: shapeName(edition, event.shape),
      });
    case "game_over":
      return t("log.game_over", {
        outcome: outcome(snapshot, event.winners, event.scores),
        // That the most points win needs no saying.
        by: event.decided_by === "points" ? "" : tAny(`end.decided.${event.decided_by}`, "end.decided.points"),
      }).trim();
    default:
      passOver(event);
      return "";
  }
}

/** Of the seats' own bonus blocks of one kind, those that stand nowhere: once their stage is over they never will. */
function neverPlaced({ game, position }: Snapshot, shape: string): string[] {
  const standing = new Set(Object.values(position?.buildings ?? {}).flatMap((site) => site.map((it) => it.block)));
  return (game?.seats ?? []).map((seat) => `${shape}-${seat}`).filter((block) => !standing.has(block));
}

/** Who has won, in one sentence. */
export function outcome(snapshot: Snapshot, winners: string[], scores: Record<string, number>): string {
  if (winners[0] === "player") return t("end.solo_won");
  if (winners[0] === "winter") return t("end.solo_lost");
  return t("end.won", {
    names: winners.map((winner) => seatName(snapshot, winner)).join(", "),
    count: winners.length,
    points: scores[winners[0]!] ?? 0,
  });
}

function cubesOf(event: GameEvent): Lit[] {
  if (event.event !== "placed") return [];
  const cells = [...event.cubes, ...event.scored.flatMap((scored) => scored.linked)];
  return [{ site: event.site, cells }];
}

/** Why Winter places what it does, and there: each step of SOL-5 as far as it settled something. */
function winterChose({ white_cubes: cubes, points, marks, scoring, tied, usual }: WinterChoseTold): string {
  return [
    t("log.winter_chose", { cubes, points }),
    ...(scoring > tied ? [t("log.winter_marks", { scoring, marks: signed(marks) })] : []),
    ...(tied > 1 ? [t(usual ? "log.winter_usual" : "log.winter_chosen", { tied })] : []),
  ].join(" ");
}
