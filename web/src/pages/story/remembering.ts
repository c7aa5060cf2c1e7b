// When a game of mine has ended before me, or was over when I came, it becomes a part of my story.

import { playedOf } from "../../model/story";
import { keepDay } from "../../net/days";
import { seats } from "../../net/seats";
import { remember } from "../../net/story";
import type { Table } from "../../model/source";

export function remembering({ snapshot, edition, log }: Table): void {
  const played = playedOf(snapshot, edition, log, Date.now());
  if (played) remember(played);
  const token = seats.table(snapshot.table)?.tokens["player"];
  if (snapshot.options.day && token) keepDay(snapshot.options.day.date, snapshot.table, token);
}
