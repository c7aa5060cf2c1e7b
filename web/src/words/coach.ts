// What a coach says of what matters now, in a few sentences with the position's own numbers.

import type { Level } from "../model/snow";
import type { Mark, Topic } from "../model/coach";
import type { Table } from "../model/source";
import { colourName, seatName, shapeName, siteName } from "./names";
import { numeral, signed, t } from "./words";

/** `finger` is whether one taps here, or points with a mouse. */
export function coachWords(topic: Topic, { edition, snapshot }: Table, finger: boolean): string {
  // Alone each site counts its own colour, and white counts for Winter.
  const alone = snapshot.game?.mode === "solo";
  const marks = (sites: readonly Mark[]) =>
    sites.map(({ site, mark }) => t("coach.mark", { site: siteName(edition, site), mark: signed(mark) })).join(", ");
  const counted = (sites: readonly Level[]) =>
    sites
      .map(({ site, mark, cubes }) => t("coach.count", { site: siteName(edition, site), mark: numeral(mark), cubes }))
      .join(", ");
  switch (topic.id) {
    case "end": {
      const { mine, best } = topic;
      const points = { mine: numeral(mine), best: numeral(best) };
      return topic.solo ? t("coach.end.alone", points) : `${t(`coach.end.${topic.outcome}`, points)} ${t("coach.tie")}`;
    }
    case "unable":
      return t("coach.unable");
    case "snow":
      return t(alone ? "coach.snow.alone" : "coach.snow", {
        level: topic.level,
        list: counted(topic.sites),
        points: signed(topic.points),
      });
    case "covered":
      return t("coach.covered", { depth: topic.depth, next: topic.depth + 1, list: marks(topic.next) });
    case "complete": {
      const { disk } = topic;
      return t(`coach.complete.${topic.who}`, {
        site: siteName(edition, topic.site),
        name: seatName(snapshot, topic.by),
        disk,
      });
    }
    case "due":
      return t("coach.due", { colour: colourName(edition, topic.colour), shape: shapeName(edition, topic.shape) });
    case "fille":
      return t("coach.fille", { points: topic.points });
    case "coureur":
      return t("coach.coureur", { name: seatName(snapshot, topic.by), points: topic.points, half: topic.half });
    case "huron":
      return t("coach.huron", { percent: topic.percent });
    case "near":
      return t(topic.solo ? "coach.near.alone" : "coach.near", {
        percent: topic.percent,
        worth: signed(topic.worth),
        mine: numeral(topic.mine),
        best: numeral(topic.best),
      });
    case "odds":
      return t(alone ? "coach.odds.alone" : "coach.odds", {
        percent: topic.percent,
        level: topic.level,
        list: counted(topic.sites),
        worth: signed(topic.worth),
      });
    case "bonus":
      return t("coach.bonus", { shape: shapeName(edition, topic.shape), cubes: topic.cubes, best: topic.best });
    case "winter":
      return t("coach.winter", { cubes: topic.cubes, points: topic.points });
    case "links": {
      const { fresh, linked } = topic;
      const points = fresh + linked;
      return topic.by === null
        ? t(alone ? "coach.links.alone" : "coach.links.mine", { points, fresh, linked })
        : t("coach.links.theirs", { name: seatName(snapshot, topic.by), points, fresh, linked });
    }
    case "scored":
      return t(topic.solo ? "coach.scored.alone" : "coach.scored", { points: topic.points });
    case "site":
      return t("coach.site", { site: siteName(edition, topic.site) });
    case "display":
      return t("coach.display", { shapes: topic.shapes });
    case "support": {
      const said = t("coach.support", { count: topic.resting });
      return snapshot.options.rules.support === "leaning" ? `${said} ${t("home.rule.support.lean.line")}` : said;
    }
    case "stick":
      return t(alone ? "coach.stick.alone" : "coach.stick", { level: topic.level, list: marks(topic.sites) });
    case "poses": {
      const { ways, best } = topic;
      const fits = best === null ? t("coach.poses.alone", { ways }) : t("coach.poses", { ways, best });
      return `${t(finger ? "prompt.tap" : "prompt.point")} ${fits}`;
    }
    case "block": {
      const { blocks } = topic;
      const shape = shapeName(edition, topic.shape);
      return topic.colour === null
        ? t("coach.block.alone", { shape, blocks })
        : t("coach.block", { shape, blocks, colour: colourName(edition, topic.colour) });
    }
    case "alone":
      return t("coach.alone", {
        list: topic.sites
          .map(({ site, colour }) =>
            t("name.colon", { what: siteName(edition, site), said: colourName(edition, colour) }),
          )
          .join(", "),
      });
    case "draw":
      return t(topic.one ? "coach.draw.one" : "coach.draw");
  }
}
