// The games of the days: what holds one's seats in them, and the way there.

import { below, SERVERLESS } from "../protocol/root";
import { botSeconds } from "../settings/pace";
import { read, write } from "../settings/storage";
import { Refusal, rest } from "./rest";
import { seats } from "./seats";

/** One token holds all seats of one person, so that a second game of a day is known for one. Each server gives its own. */
interface Kept {
  token: string | null;
  /** The table of each day. */
  tables: Record<string, string>;
}

const KEY = `nouvelle-france${below("/days")}`;
const kept = (): Kept => ({ token: null, tables: {}, ...read<Partial<Kept>>(KEY, {}) });

/** Keep what holds one's seat in a day's game, wherever it was begun: whoever goes on at another device is the same person. */
export function keepDay(date: string, table: string, token: string): void {
  const { token: mine, tables } = kept();
  write(KEY, { token: mine ?? token, tables: { ...tables, [date]: table } });
}

/** Begin the game of a day, or go on with it; its table. */
export async function playDay(date: string, name: string, title: string): Promise<string> {
  const { token, tables } = kept();
  const there = tables[date];
  // A server knows itself what one has begun.
  if (SERVERLESS && there && token && (await isPlayed(there, token))) return there;
  const made = await rest.beginDay(date, { name, bot_seconds: botSeconds() }, token ?? undefined);
  const { table, tokens, host } = made;
  write(KEY, { token: host, tables: { ...tables, [date]: table } });
  seats.keep({ table, title, tokens, host, day: true, at: Date.now() });
  return table;
}

async function isPlayed(table: string, token: string): Promise<boolean> {
  try {
    return (await rest.look(table, token)).status === "playing";
  } catch (error) {
    if (error instanceof Refusal && error.code === "unknown_table") return false;
    throw error;
  }
}
