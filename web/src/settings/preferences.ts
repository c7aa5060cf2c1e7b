// What this browser remembers: who plays, in which language, with which preferences, and the tables to return to.

export interface Kept {
  table: string;
  title: string;
  tokens: Record<string, string>;
  host?: string;
  invite?: string;
  /** When it was last opened. */
  at: number;
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

export interface Preferences {
  language: string | null;
  name: string;
  confirm: boolean;
  sound: boolean;
  flat: boolean;
  /** The bots last played against from the front page. */
  opponents: string[];
}

const PREFERENCES = "nouvelle-france/preferences";
const TABLES = "nouvelle-france/tables";

function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

type Listener = () => void;

class Session {
  preferences: Preferences = {
    language: null,
    name: "",
    confirm: true,
    sound: false,
    flat: false,
    opponents: [],
    ...read<Partial<Preferences>>(PREFERENCES, {}),
  };
  private listeners = new Set<Listener>();

  subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  prefer(change: Partial<Preferences>): void {
    this.preferences = { ...this.preferences, ...change };
    write(PREFERENCES, this.preferences);
    this.listeners.forEach((listener) => listener());
  }

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

export const session = new Session();
