// Games that move from one browser to another, with the keys of their seats: a file that holds everything.

import type { Bring } from "../../protocol";
import { Refusal } from "../refusal";
import { rest } from "../rest";
import { seats, type Kept } from "../seats";

const FORMAT = "nouvelle-france-games/1";

interface Moved {
  seats: Partial<Kept>;
  /** All that happened at the table; only the house looks into it. */
  kept: { table: string };
  /** The game as a server takes it in, where one does. */
  moving?: Bring | null;
}

/** All games of this browser, as a text to be kept somewhere. */
export async function takeGames(): Promise<string> {
  const games: Moved[] = [];
  for (const kept of seats.tables()) {
    try {
      games.push({ seats: kept, kept: await rest.kept(kept.table), moving: await rest.moving(kept.table) });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "unknown_table") throw error;
    }
  }
  return JSON.stringify({ format: FORMAT, games });
}

function read(text: string): Moved[] {
  try {
    const { format, games } = JSON.parse(text) as { format: string; games: Moved[] };
    if (format !== FORMAT || !Array.isArray(games)) throw new Error(format);
    return games;
  } catch {
    throw new Refusal("bad_games", "no file of games");
  }
}

/** Take such games in at a server: those that are over, and those without other people. How many, and how many not. */
export async function bringToServer(text: string): Promise<{ brought: number; left: number }> {
  const games = read(text);
  let brought = 0;
  for (const { seats: held, moving } of games) {
    if (!moving) continue;
    const { table, tokens, host, invite, snapshot } = await rest.bring(moving);
    const over = snapshot.status === "over";
    seats.keep({ table, title: moving.title ?? "", tokens, host, invite, at: asKept(table, held).at, over });
    brought += 1;
  }
  return { brought, left: games.length - brought };
}

/** Take such games in; how many there are. What is here already stays as it is. */
export async function bringGames(text: string): Promise<number> {
  const games = read(text);
  for (const { seats: held, kept } of games) {
    await rest.keep(kept.table, kept);
    if (!seats.table(kept.table)) seats.keep(asKept(kept.table, held));
  }
  return games.length;
}

/** What a file says of seats, as far as it is what this browser keeps of them: the front page reads it again and again. */
export function asKept(table: string, said: Partial<Kept>): Kept {
  const text = (it: unknown) => (typeof it === "string" ? it : undefined);
  const tokens = Object.entries(said.tokens ?? {}).filter(([, token]) => typeof token === "string");
  return {
    table,
    title: text(said.title) ?? "",
    tokens: Object.fromEntries(tokens),
    host: text(said.host),
    invite: text(said.invite),
    at: typeof said.at === "number" ? said.at : Date.now(),
    over: said.over === true,
  };
}
