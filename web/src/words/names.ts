// How things of a game are called, in the reader's language.

import type { Edition } from "../model/edition";
import type { EditionTold, Snapshot } from "../protocol";
import { chairName } from "./people";
import { named, t, tAny } from "./words";

export function colourName(edition: Edition, colour: string): string {
  return named(edition.told.colours.find((it) => it.id === colour)?.names) || colour;
}

export function shapeName(edition: Edition, shape: string): string {
  return named([...edition.told.shapes, ...edition.told.bonus].find((it) => it.id === shape)?.names) || shape;
}

export function siteName(edition: Edition, site: string): string {
  return named(edition.site(site).names);
}

/** What an architectural challenge asks for, in a sentence. */
export function challengeLine(edition: Edition, challenge: EditionTold["solo"]["challenges"][number]): string {
  return tAny(`solo.challenge.${challenge.id}`, "solo.challenge.other", {
    site: siteName(edition, challenge.site),
    shape: shapeName(edition, challenge.shape),
    count: challenge.count,
  });
}

export function blockName(edition: Edition, block: string): string {
  return t("name.block", {
    shape: shapeName(edition, edition.shapeOf(block)),
    colour: colourName(edition, edition.colourOf(block)),
  });
}

export function cardName(edition: Edition, card: string): string {
  return card === "snow" ? t("name.snowflake") : shapeName(edition, card);
}

/** Who sits there: the person's or bot's name; Winter by its own. */
export function seatName(snapshot: Snapshot, seat: string): string {
  if (seat === "winter") return t("name.winter");
  const chair = snapshot.seats.find((it) => it.seat === seat);
  return chair ? chairName(chair) : seat;
}
