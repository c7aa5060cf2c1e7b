// Making a table and going there.

import type { CreateTable } from "../../protocol";
import { rest } from "../../net/rest";
import { botSeconds } from "../../settings/pace";
import { seats } from "../../net/seats";
import { go } from "../route";
import { randomWords } from "../../net/shuffle";

/** Make a table, keep its tokens, begin at once where no seat is open, and go there. */
export async function openTable(asked: CreateTable): Promise<void> {
  const { table, tokens, host, invite, snapshot } = await rest.create({
    ...asked,
    pace: { bot_seconds: botSeconds(), ...asked.pace },
  });
  seats.keep({ table, title: asked.title ?? "", tokens, host, invite, at: Date.now() });
  try {
    // Whoever begins brings words along; the other seats of this browser add theirs before.
    const open = snapshot.seats.some((chair) => chair.kind === "open");
    for (const [seat, token] of Object.entries(tokens).slice(open ? 0 : 1))
      await rest.words(table, seat, token, randomWords());
    const [token] = Object.values(tokens);
    // The other player of a duplicate is invited first.
    if (!open && asked.series !== "duplicate")
      await (token ? rest.start(table, token, randomWords()) : rest.start(table, host));
  } catch {
    // The table is there: where it waits, one can begin again.
  }
  go(`/t/${table}`);
}
