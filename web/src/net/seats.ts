// The seats this browser holds: the tables to return to, each with the tokens of its seats.

import { below } from "../protocol/root";
import { read, write } from "../settings/storage";

export interface Kept {
  table: string;
  title: string;
  tokens: Record<string, string>;
  host?: string;
  invite?: string;
  /** When it was last opened. */
  at: number;
  /** A day's game, which nobody but its player may look at while the day lasts. */
  day?: boolean;
  /** Its game is over, or the table is gone: its tokens are worth nothing any more. */
  over?: boolean;
}

/** As many tables are listed at most, unless more are still played: a seat's only key is here. */
const MOST = 50;

/** The tables to keep of those given, the latest first: all that are not over, and of the others as many as there is room for. */
export function worthKeeping(tables: readonly Kept[]): Kept[] {
  const latest = [...tables].sort((one, other) => other.at - one.at);
  let room = MOST - latest.filter((kept) => !kept.over).length;
  return latest.filter((kept) => !kept.over || room-- > 0);
}

/** Each server has its own, also where several are below paths of one host: tables of another are not gone. */
const TABLES = `nouvelle-france${below("/tables")}`;

class Seats {
  private listeners = new Set<() => void>();

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  tables(): Kept[] {
    return read<Kept[]>(TABLES, []).sort((one, other) => other.at - one.at);
  }

  table(id: string): Kept | undefined {
    return this.tables().find((kept) => kept.table === id);
  }

  keep(kept: Kept): void {
    const others = this.tables().filter((other) => other.table !== kept.table);
    write(TABLES, worthKeeping([kept, ...others]));
    this.listeners.forEach((listener) => listener());
  }

  /** Add a seat's token to a table, or take it away. */
  hold(table: string, title: string, seat: string, token: string | null): void {
    const kept = this.table(table) ?? { table, title, tokens: {}, at: Date.now() };
    const tokens = { ...kept.tokens };
    if (token === null) delete tokens[seat];
    else tokens[seat] = token;
    this.keep({ ...kept, tokens, at: Date.now() });
  }

  /** The table was opened just now. */
  renew(table: string): void {
    const kept = this.table(table);
    if (kept) this.keep({ ...kept, at: Date.now() });
  }

  /** The table's game is over, or the table is gone. */
  finish(table: string): void {
    const kept = this.table(table);
    if (kept && !kept.over) this.keep({ ...kept, over: true });
  }

  forget(table: string): void {
    write(
      TABLES,
      this.tables().filter((kept) => kept.table !== table),
    );
    this.listeners.forEach((listener) => listener());
  }
}

export const seats = new Seats();
