// What a page and the worker with its house say to each other.

/** Begin: where the files of the house are, what its shelf is called, and its editions besides the usual one. */
export interface Begin {
  say: "begin";
  house: string;
  shelf: string;
  editions: string[];
}

/** A request, as a server would get it. */
export interface Request {
  say: "ask";
  id: number;
  method: string;
  path: string;
  body?: string;
  token?: string;
}

export type FromPage =
  | Begin
  | Request
  | { say: "connect"; line: number }
  | { say: "hear"; line: number; text: string }
  | { say: "leave"; line: number };

export type FromHouse =
  /** The house is open. */
  | { tell: "open" }
  /** It cannot be had; the worker is of no use any more. */
  | { tell: "failed"; why: string }
  | { tell: "answer"; id: number; text: string }
  | { tell: "line"; line: number; text: string };
