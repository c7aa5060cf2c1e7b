// REST calls, to the server or to the house inside this browser. A refusal becomes a Refusal with its code.

import { below, SERVERLESS } from "../protocol/root";
import { lock } from "./gate";
import { heardFrom } from "./clock";
import { askInside } from "./inside/asking";
import { Refusal } from "./refusal";
import { sitting } from "./sitting";
import type {
  Analyst,
  AnalysisAsked,
  AnalysisStatus,
  Answer,
  BeginDay,
  DaysTold,
  DayStandings,
  Bring,
  Propose,
  ChangeRules,
  Choosable,
  Created,
  CreateTable,
  Enter,
  EditionTold,
  History,
  Info,
  Invitation,
  Join,
  Lobby,
  NoticesOffered,
  Ok,
  PlayOn,
  Problem,
  PushAsked,
  Rematch,
  RetryAsked,
  RetryTold,
  SeatBot,
  Seated,
  Snapshot,
  Start,
  Subscribed,
  TakeOver,
  TimelineTold,
  WebhookAsked,
  WebhookTold,
} from "../protocol";

/** All there is of a table, for another browser: what is in it is the house's. */
type KeptTable = { table: string };
type Body =
  | BeginDay
  | Bring
  | PlayOn
  | AnalysisAsked
  | RetryAsked
  | Propose
  | Answer
  | Enter
  | CreateTable
  | ChangeRules
  | Join
  | TakeOver
  | Start
  | SeatBot
  | PushAsked
  | WebhookAsked
  | KeptTable;

export { Refusal };

async function ask<T>(method: string, path: string, body?: Body | Blob, token?: string): Promise<T> {
  if (SERVERLESS) return askInside<T>(method, path, body instanceof Blob ? body : body && JSON.stringify(body), token);
  const told = await answer(method, path, body, token);
  return (told.status === 204 ? null : await told.json()) as T;
}

async function answer(method: string, path: string, body?: Body | Blob, token?: string): Promise<Response> {
  const headers: Record<string, string> = {};
  const written = body === undefined || body instanceof Blob ? body : JSON.stringify(body);
  if (typeof written === "string") headers["Content-Type"] = "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  let response: Response;
  try {
    response = await fetch(below(path), {
      method,
      headers,
      body: written,
    });
  } catch {
    throw new Refusal("offline", "the server cannot be reached");
  }
  heardFrom(Date.parse(response.headers.get("Date") ?? ""));
  if (response.ok) return response;
  const problem: Pick<Problem, "code" | "message" | "rule"> = await response
    .json()
    .catch(() => ({ code: "unavailable", message: String(response.status), rule: null }));
  if (problem.code === "password") lock();
  throw new Refusal(problem.code, problem.message, problem.rule);
}

const at = (table: string, rest = "") => `/api/tables/${table}${rest}`;

export const rest = {
  enter: (password: string) => ask<null>("POST", "/api/enter", { password }),
  info: () => ask<Info>("GET", "/api/info"),
  edition: (digest: string) => ask<EditionTold>("GET", `/api/editions/${digest}`),
  create: (asked: CreateTable) => ask<Created>("POST", "/api/tables", asked),
  lobby: (after?: string) => ask<Lobby>("GET", `/api/tables${after ? `?after=${after}` : ""}`),
  days: () => ask<DaysTold>("GET", "/api/days?limit=60"),
  day: (date: string) => ask<DayStandings>("GET", `/api/days/${date}`),
  beginDay: (date: string, asked: BeginDay, token?: string) => ask<Created>("POST", `/api/days/${date}`, asked, token),
  look: (table: string, token?: string) => ask<Snapshot>("GET", at(table), undefined, token),
  history: (table: string, after: number, token?: string) =>
    ask<History>("GET", at(table, `/events?after=${after}&limit=500`), undefined, token),
  join: (table: string, asked: Join) =>
    sitting((token) => ask<Seated>("POST", at(table, "/join"), { ...asked, token })),
  takeOver: (table: string, asked: TakeOver) =>
    sitting((token) => ask<Seated>("POST", at(table, "/take-over"), { ...asked, token })),
  start: (table: string, token: string, words?: string) =>
    ask<Ok>("POST", at(table, "/start"), words === undefined ? {} : { words }, token),
  words: (table: string, seat: string, token: string, words: string) =>
    ask<Ok>("PUT", at(table, `/seats/${seat}/words`), { words }, token),
  leave: (table: string, seat: string, token: string) =>
    ask<Ok>("POST", at(table, `/seats/${seat}/leave`), undefined, token),
  standIn: (table: string, seat: string, token: string) =>
    ask<Ok>("POST", at(table, `/seats/${seat}/stand-in`), undefined, token),
  concede: (table: string, seat: string, token: string) =>
    ask<Ok>("POST", at(table, `/seats/${seat}/concede`), undefined, token),
  propose: (table: string, seat: string, token: string, what: Propose["what"]) =>
    ask<Ok>("POST", at(table, `/seats/${seat}/propose`), { what }, token),
  answer: (table: string, seat: string, token: string, agree: boolean) =>
    ask<Ok>("POST", at(table, `/seats/${seat}/answer`), { agree }, token),
  offer: (table: string, seat: string, token: string) =>
    ask<Invitation>("POST", at(table, `/seats/${seat}/offer`), undefined, token),
  invite: (table: string, token: string) => ask<Invitation>("POST", at(table, "/invite"), undefined, token),
  seatBot: (table: string, seat: string, token: string, bot: string) =>
    ask<Ok>("PUT", at(table, `/seats/${seat}/bot`), { bot }, token),
  openSeat: (table: string, seat: string, token: string) =>
    ask<Ok>("DELETE", at(table, `/seats/${seat}`), undefined, token),
  close: (table: string, token: string) => ask<Ok>("POST", at(table, "/close"), undefined, token),
  rematch: (table: string, token: string) => ask<Rematch>("POST", at(table, "/rematch"), undefined, token),
  changeRules: (table: string, token: string, asked: ChangeRules) => ask<Ok>("PUT", at(table, "/rules"), asked, token),
  timeline: (table: string) => ask<TimelineTold>("GET", at(table, "/timeline")),
  timelineOf: (record: Blob) => ask<TimelineTold>("POST", "/api/timeline", record),
  recordFile: async (table: string) =>
    SERVERLESS ? new Blob([await rest.record(table)]) : (await answer("GET", at(table, "/record"))).blob(),
  bring: (asked: Bring) => ask<Created>("POST", at("bring"), asked),
  playOn: (asked: PlayOn) => ask<Created>("POST", at("play-on"), asked),
  moment: (table: string, moment: number) => ask<Choosable>("GET", at(table, `/moments/${moment}`)),
  analyse: (table: string, asked: AnalysisAsked) => ask<AnalysisStatus>("POST", at(table, "/analysis"), asked),
  analysis: (table: string, bot: Analyst) => ask<AnalysisStatus>("GET", at(table, `/analysis?bot=${bot}`)),
  retry: (table: string, asked: RetryAsked) => ask<RetryTold>("POST", at(table, "/analysis/retry"), asked),
  /** A building of a record as a file for a 3D printer. */
  solid: async (record: Blob, site: string, format: "stl" | "3mf") =>
    (await answer("POST", `/api/solids/${site}/${format}`, record)).blob(),
  notices: () => ask<NoticesOffered>("GET", "/api/notices"),
  pushed: (table: string, seat: string, token: string) =>
    ask<Subscribed>("GET", at(table, `/seats/${seat}/push`), undefined, token),
  push: (table: string, seat: string, token: string, asked: PushAsked) =>
    ask<null>("PUT", at(table, `/seats/${seat}/push`), asked, token),
  pushNoLonger: (table: string, seat: string, token: string, id: string) =>
    ask<null>("DELETE", at(table, `/seats/${seat}/push/${id}`), undefined, token),
  webhook: (table: string, token: string) => ask<WebhookTold>("GET", at(table, "/webhook"), undefined, token),
  setWebhook: (table: string, token: string, asked: WebhookAsked) =>
    ask<null>("PUT", at(table, "/webhook"), asked, token),
  removeWebhook: (table: string, token: string) => ask<null>("DELETE", at(table, "/webhook"), undefined, token),
  // Where there is no server, what would be links to it are asked for; and tables are moved and removed.
  record: (table: string) => ask<string>("GET", at(table, "/record")),
  fairness: (table: string) => ask<string>("GET", at(table, "/fairness")),
  moving: (table: string) => ask<Bring | null>("GET", at(table, "/moving")),
  kept: (table: string) => ask<KeptTable>("GET", at(table, "/kept")),
  keep: (table: string, kept: KeptTable) => ask<Ok>("PUT", at(table, "/kept"), kept),
  remove: (table: string) => ask<Ok>("DELETE", at(table)),
  recordUrl: (table: string) => below(at(table, "/record")),
  fairnessUrl: (table: string) => below(at(table, "/fairness")),
};
