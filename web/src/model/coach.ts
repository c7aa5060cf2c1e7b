// What a coach would speak of now: everything that matters at this table at this moment to somebody who sees it for the
// first time, with the numbers of the position. Whether it was said before is not known here.

import type { GameEvent, Offer, PlacementGroup, TableEvent } from "../protocol";
import { counted, snowChance } from "./asked";
import { standing } from "./scores";
import { type Level, levelNow, worthOf } from "./snow";
import type { Table } from "./source";

/** A site's stick mark of a level. */
export type Mark = Pick<Level, "site" | "mark">;

export type Topic =
  | { id: "end"; mine: number; best: number; outcome: "won" | "lost" | "shared"; solo: boolean }
  | { id: "unable" }
  | { id: "snow"; level: number; sites: Level[]; points: number }
  | { id: "covered"; depth: number; next: Mark[] }
  | { id: "complete"; site: string; who: "can" | "mine" | "theirs" | "alone"; by: string; disk: number }
  | { id: "due"; shape: string; colour: string }
  | { id: "fille"; points: number }
  | { id: "coureur"; by: string; points: number; half: number }
  | { id: "huron"; percent: number }
  | { id: "near"; percent: number; worth: number; mine: number; best: number; solo: boolean }
  | { id: "odds"; percent: number; level: number; sites: Level[]; worth: number }
  | { id: "bonus"; shape: string; cubes: number; best: number }
  | { id: "winter"; cubes: number; points: number }
  | { id: "links"; by: string | null; fresh: number; linked: number }
  | { id: "scored"; points: number; solo: boolean }
  | { id: "site"; site: string }
  | { id: "display"; shapes: number }
  | { id: "support"; resting: number }
  | { id: "stick"; level: number; sites: Mark[] }
  | { id: "poses"; ways: number; best: number | null }
  | { id: "block"; shape: string; blocks: number; colour: string | null }
  | { id: "alone"; sites: { site: string; colour: string }[] }
  | { id: "draw"; one: boolean };
export type TopicId = Topic["id"];

/** Which part of the table something is about. */
export type Place = "actions" | "cards" | "picture" | "track";

/** The rule that says it all, and where it is to be seen. In solo some things have a rule of their own. */
export const ABOUT: Record<TopicId, { rule: string; solo?: string; at: Place }> = {
  end: { rule: "END-2", solo: "SOL-11", at: "track" },
  unable: { rule: "UNA-1", solo: "SOL-10", at: "actions" },
  snow: { rule: "SNW-1", solo: "SOL-7", at: "picture" },
  covered: { rule: "SNW-3", at: "picture" },
  complete: { rule: "CMPL-1", solo: "SOL-1", at: "picture" },
  due: { rule: "SOL-8", at: "cards" },
  fille: { rule: "ALY-2", at: "actions" },
  coureur: { rule: "ALY-3", at: "actions" },
  huron: { rule: "ALY-4", at: "actions" },
  near: { rule: "END-1", solo: "SOL-11", at: "cards" },
  odds: { rule: "SET-3", at: "cards" },
  bonus: { rule: "BON-1", at: "cards" },
  winter: { rule: "SOL-5", at: "picture" },
  links: { rule: "SCO-1", at: "picture" },
  scored: { rule: "SCO-1", solo: "SOL-4", at: "track" },
  site: { rule: "CHA-2", at: "actions" },
  display: { rule: "TRN-3", at: "cards" },
  support: { rule: "PLC-5", at: "picture" },
  stick: { rule: "CMP-5", at: "picture" },
  poses: { rule: "PLC-2", at: "picture" },
  block: { rule: "CMP-1", at: "cards" },
  alone: { rule: "SOL-4", at: "track" },
  draw: { rule: "TRN-1", at: "actions" },
};

/**
 * What matters now to the one who holds a seat, the most pressing first. `block` is the one in their hand. What happened
 * counts until they act again; what can be done, while it can.
 */
export function topics(table: Table, seat: string, block: string | null = null): Topic[] {
  const { snapshot, edition, built } = table;
  const { position, game } = snapshot;
  if (!position || !game) return [];
  const offer = snapshot.offers[seat];
  const solo = game.mode === "solo";
  const level = counted({ edition, position }) + 1;
  const levels = level <= edition.levels ? levelNow(edition, game, built, seat, level) : [];
  const percent = Math.round((snowChance({ game, position, foresight: snapshot.foresight[seat] }) ?? 0) * 100);
  const lately = sinceMyMove(table.log, seat);
  const found: Topic[] = [];

  if (position.result) return [theEnd(table, seat)];
  if (offer?.do.includes("unable") && !offer.do.includes("place")) found.push({ id: "unable" });
  for (const event of lately)
    if (event.event === "snow_fell") {
      const sites = event.sites.map(({ site, mark, cubes }): Level => {
        const colour = solo ? edition.site(site).solo_colour : seat;
        return { site, mark, cubes: cubes[colour] ?? 0 };
      });
      found.push({ id: "snow", level: event.level, sites, points: worthOf(sites) });
    } else if (event.event === "completed") {
      const disk = solo ? edition.told.solo.disk : edition.disk(game.sticks[event.site]!);
      const who = solo ? "alone" : event.by === seat ? "mine" : "theirs";
      found.push({ id: "complete", site: event.site, who, by: event.by, disk });
    } else if (event.event === "winter_chose")
      found.push({ id: "winter", cubes: event.white_cubes, points: event.points });
  if (offer && position.phase === "due" && position.solo?.due[0]) found.push({ id: "due", ...position.solo.due[0] });
  if (offer?.do.includes("fille")) found.push({ id: "fille", points: position.points });
  if (offer?.do.includes("coureur")) {
    const { active: by, points } = position;
    found.push({ id: "coureur", by, points, half: Math.floor(points / 2) });
  }
  const completing = placements(offer, "place").find((group) => group.completes.length > 0);
  if (completing) {
    const disk = solo ? edition.told.solo.disk : edition.disk(game.sticks[completing.site]!);
    found.push({ id: "complete", site: completing.site, who: solo ? "alone" : "can", by: seat, disk });
  }
  if (offer?.do.includes("draw")) {
    const last = level === edition.levels;
    const worth = worthOf(levels);
    if (percent && last) found.push({ id: "near", percent, worth, ...score(table, seat), solo });
    if (percent && !last) found.push({ id: "odds", percent, level, sites: levels, worth });
    if (percent && offer.do.includes("huron")) found.push({ id: "huron", percent });
    const bonus = placements(offer, "bonus");
    const shape = bonus[0] && edition.shapeOf(bonus[0].block);
    // It is there from the first turn on; it matters when it is about to go, or worth more than a block may be.
    if (shape && (percent || best(bonus, seat) > edition.size(shape) + 1))
      found.push({ id: "bonus", shape, cubes: edition.size(shape), best: best(bonus, seat) });
  }
  for (const event of lately) {
    if (event.event !== "placed") continue;
    const scored = event.scored.find((it) => it.colour === (solo ? edition.site(event.site).solo_colour : event.by));
    const [fresh, linked] = [scored?.new.length ?? 0, scored?.linked.length ?? 0];
    const by = event.by === seat ? null : event.by;
    if (linked && event.by !== "winter") found.push({ id: "links", by, fresh, linked });
    else if (by === null) found.push({ id: "scored", points: fresh, solo });
  }
  if (offer?.do.includes("place")) {
    if (position.solo?.required_site) found.push({ id: "site", site: position.solo.required_site });
    const groups = placements(offer, "place");
    const shapes = new Set(groups.map((group) => edition.shapeOf(group.block)));
    const chosen = groups.filter((group) => group.block === block);
    if (chosen.length) found.push({ id: "poses", ways: count(chosen), best: solo ? null : best(chosen, seat) });
    else if (new Set(position.display).size > 1) found.push({ id: "display", shapes: new Set(position.display).size });
    const [shape] = shapes;
    if (!block && shape)
      found.push({ id: "block", shape, blocks: position.stock[shape]?.length ?? 0, colour: solo ? null : seat });
    if (position.snow) found.push({ id: "covered", depth: position.snow, next: levels });
    const resting = groups.flatMap((group) => group.ids).filter((id) => rests(table, id)).length;
    if (resting && mine(table, seat) > 0) found.push({ id: "support", resting });
  }
  if (offer?.do.includes("draw")) {
    if (mine(table, seat) > 1 && levels.length) found.push({ id: "stick", level, sites: levels });
    if (solo)
      found.push({ id: "alone", sites: edition.told.sites.map((it) => ({ site: it.id, colour: it.solo_colour })) });
    found.push({ id: "draw", one: game.rules.one_card });
  }
  return found;
}

/** What has happened since a seat's last move, that move included; what was taken back has not. */
function sinceMyMove(log: readonly TableEvent[], seat: string): GameEvent[] {
  const moves = standing(log);
  const last = moves.map((move) => move.kind === "moved" && move.seat === seat).lastIndexOf(true);
  return moves.slice(Math.max(0, last)).flatMap((move) => move.events);
}

/** Whether a placement stands on blocks, at least in part. */
function rests({ edition, built }: Table, id: number): boolean {
  const { site, cubes } = edition.placement(id);
  return cubes.some(([x, y, level]) => level > 1 && built[site]!.height(x, y) === level - 1);
}

const placements = (offer: Offer | undefined, kind: PlacementGroup["do"]): PlacementGroup[] =>
  (offer?.placements ?? []).filter((group) => group.do === kind);

const count = (groups: readonly PlacementGroup[]): number => groups.reduce((sum, group) => sum + group.ids.length, 0);

const best = (groups: readonly PlacementGroup[], colour: string): number =>
  Math.max(0, ...groups.flatMap((group) => group.gain[colour] ?? []));

/** How many blocks of a seat stand on the sites. */
function mine({ snapshot, edition }: Table, seat: string): number {
  const { buildings } = snapshot.position!;
  return edition.sites.flatMap((site) => buildings[site] ?? []).filter((block) => block.by === seat).length;
}

/** A seat's points, and the most of anybody else; alone the fewest of the three colours, and Winter's. */
function score({ snapshot, edition }: Table, seat: string): { mine: number; best: number } {
  const { scores: before, result } = snapshot.position!;
  const scores = result?.scores ?? before; // the disks are only in the result
  if (snapshot.game!.mode !== "solo") {
    const others = Object.entries(scores).filter(([other]) => other !== seat);
    return { mine: scores[seat] ?? 0, best: Math.max(...others.map(([, points]) => points)) };
  }
  const own = edition.told.sites.map((site) => scores[site.solo_colour] ?? 0);
  return { mine: Math.min(...own), best: scores[edition.told.solo.winter] ?? 0 };
}

function theEnd(table: Table, seat: string): Topic {
  const { winners } = table.snapshot.position!.result!;
  const outcome = !winners.includes(seat) ? "lost" : winners.length > 1 ? "shared" : "won";
  return { id: "end", ...score(table, seat), outcome, solo: table.snapshot.game!.mode === "solo" };
}
