// REST calls. A refusal becomes a Refusal with the server's code.

import { heardFrom } from "./clock";
import type { Created, CreateTable, EditionTold, Info, Listed, Seated, Snapshot, TableEvent } from "../protocol";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly rule: string | null = null,
  ) {
    super(message);
  }
}

async function ask<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  let response: Response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refusal("offline", "the server cannot be reached");
  }
  heardFrom(Date.parse(response.headers.get("Date") ?? ""));
  if (response.ok) return (await response.json()) as T;
  const problem = await response.json().catch(() => ({ code: "unavailable", message: String(response.status) }));
  throw new Refusal(problem.code, problem.message, problem.rule ?? null);
}

const at = (table: string, rest = "") => `/api/tables/${table}${rest}`;

export const rest = {
  info: () => ask<Info>("GET", "/api/info"),
  edition: (digest: string) => ask<EditionTold>("GET", `/api/editions/${digest}`),
  create: (asked: CreateTable) => ask<Created>("POST", "/api/tables", asked),
  lobby: (after?: string) =>
    ask<{ tables: Listed[]; more: string | null }>("GET", `/api/tables${after ? `?after=${after}` : ""}`),
  look: (table: string, token?: string) => ask<Snapshot>("GET", at(table), undefined, token),
  history: (table: string, after: number, token?: string) =>
    ask<{ events: TableEvent[]; more: boolean }>("GET", at(table, `/events?after=${after}&limit=500`), undefined, token),
  join: (table: string, asked: { name: string; seat?: string; invite?: string; words?: string }) =>
    ask<Seated>("POST", at(table, "/join"), asked),
  takeOver: (table: string, asked: { name: string; offer: string }) =>
    ask<Seated>("POST", at(table, "/take-over"), asked),
  start: (table: string, token: string, words?: string) =>
    ask<{ seq: number }>("POST", at(table, "/start"), words === undefined ? {} : { words }, token),
  words: (table: string, seat: string, token: string, words: string) =>
    ask<{ seq: number }>("PUT", at(table, `/seats/${seat}/words`), { words }, token),
  leave: (table: string, seat: string, token: string) =>
    ask<{ seq: number }>("POST", at(table, `/seats/${seat}/leave`), undefined, token),
  standIn: (table: string, seat: string, token: string) =>
    ask<{ seq: number }>("POST", at(table, `/seats/${seat}/stand-in`), undefined, token),
  offer: (table: string, seat: string, token: string) =>
    ask<{ code: string }>("POST", at(table, `/seats/${seat}/offer`), undefined, token),
  invite: (table: string, token: string) => ask<{ code: string }>("POST", at(table, "/invite"), undefined, token),
  seatBot: (table: string, seat: string, token: string, bot: string) =>
    ask<{ seq: number }>("PUT", at(table, `/seats/${seat}/bot`), { bot }, token),
  openSeat: (table: string, seat: string, token: string) =>
    ask<{ seq: number }>("DELETE", at(table, `/seats/${seat}`), undefined, token),
  close: (table: string, token: string) => ask<{ seq: number }>("POST", at(table, "/close"), undefined, token),
  rematch: (table: string, token: string) => ask<{ table: string }>("POST", at(table, "/rematch"), undefined, token),
  recordUrl: (table: string) => at(table, "/record"),
  fairnessUrl: (table: string) => at(table, "/fairness"),
};
