// One table as this page follows it: the snapshot kept up to date by news, the log, who is there, the link.

import type { Action, News, ServerMessage, Snapshot, TableEvent } from "../net/protocol";
import { rest, Refusal } from "../net/rest";
import { session } from "../net/session";
import { Socket, type Link } from "../net/socket";
import { buildings, type Building } from "./building";
import { Edition } from "./edition";
import { Placing } from "./placing";

export interface TableState {
  link: Link;
  snapshot: Snapshot | null;
  edition: Edition | null;
  built: Record<string, Building>;
  log: TableEvent[];
  present: string[];
  watching: number;
  /** Why the table cannot be shown, as a code. */
  error: string | null;
  /** A message is under way. */
  busy: boolean;
}

const editions = new Map<string, Promise<Edition>>();

export function editionOf(digest: string): Promise<Edition> {
  let found = editions.get(digest);
  if (!found) {
    found = rest.edition(digest).then((told) => new Edition(told));
    editions.set(digest, found);
  }
  return found;
}

export class TableStore {
  state: TableState = {
    link: "connecting",
    snapshot: null,
    edition: null,
    built: {},
    log: [],
    present: [],
    watching: 0,
    error: null,
    busy: false,
  };
  /** Called with each piece of news, for announcements, sounds and animation. */
  onNews: (news: News) => void = () => {};

  private listeners = new Set<() => void>();
  private socket = new Socket();
  private seq = 0;
  private openId = "";
  private placings = new Map<string, { since: object; placing: Placing }>();

  constructor(readonly id: string) {
    this.socket.onMessage = (message) => this.take(message);
    this.socket.onLink = (link) => this.set({ link });
    this.socket.onOpen = () => this.open();
    this.socket.connect();
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
  }

  close(): void {
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket.close();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  getState = (): TableState => this.state;

  /** Follow the table anew, for instance because this browser holds another seat now. */
  reopen(): void {
    this.open();
  }

  // -- what the player does ------------------------------------------------------------------------------------------

  async play(action: Action): Promise<void> {
    await this.do({ type: "move", table: this.id, on: this.seq, action });
  }

  async takeBack(seat: string): Promise<void> {
    await this.do({ type: "take_back", table: this.id, seat, on: this.seq });
  }

  async say(seat: string, text: string): Promise<void> {
    await this.socket.ask({ type: "say", table: this.id, seat, text });
  }

  /** What a seat may place now. */
  placing(seat: string): Placing | null {
    const { snapshot, edition, built } = this.state;
    const offer = snapshot?.offers[seat];
    if (!offer || !edition || !snapshot?.position) return null;
    const kept = this.placings.get(seat);
    if (kept && kept.since === offer) return kept.placing;
    const placing = new Placing(edition, snapshot.position, built, offer, seat);
    this.placings.set(seat, { since: offer, placing });
    return placing;
  }

  private async do(message: object): Promise<void> {
    this.set({ busy: true });
    try {
      await this.socket.ask(message);
    } finally {
      this.set({ busy: false });
    }
  }

  // -- what the server tells -----------------------------------------------------------------------------------------

  private hurry = (): void => {
    if (document.visibilityState === "visible") this.socket.hurry();
  };

  private open(): void {
    const tokens = Object.values(session.table(this.id)?.tokens ?? {});
    this.openId = this.socket.nextId();
    const seen = this.state.snapshot ? this.seq : null;
    this.socket.post({ type: "open", id: this.openId, table: this.id, tokens, seen });
  }

  private take(message: ServerMessage): void {
    switch (message.type) {
      case "opened": {
        if (message.snapshot) this.adopt(message.snapshot);
        for (const news of message.news ?? []) this.merge(news);
        const snapshot = this.state.snapshot;
        if (!snapshot) return;
        this.seq = message.seq;
        this.set({
          snapshot: { ...snapshot, seq: message.seq, you: message.you, offers: message.offers, foresight: message.foresight },
          present: message.present,
          watching: message.watching,
          error: null,
        });
        return;
      }
      case "news":
        if (message.seq === this.seq + 1) this.merge(message);
        else if (message.seq > this.seq) this.open(); // something was missed
        return;
      case "present":
        this.set({ present: message.seats, watching: message.watching });
        return;
      case "you": {
        const { snapshot } = this.state;
        if (!snapshot) return;
        // A seat that was handed over is another's now; one that was left waits for this browser.
        for (const seat of snapshot.you)
          if (!message.seats.includes(seat) && !snapshot.seats.some((chair) => chair.seat === seat && chair.away))
            session.hold(this.id, "", seat, null);
        this.set({ snapshot: { ...snapshot, you: message.seats } });
        return;
      }
      case "error":
        if (message.re === this.openId) void this.refused(message.code);
        return;
      default:
    }
  }

  private async refused(code: string): Promise<void> {
    if (code !== "bad_token") {
      this.set({ error: code });
      return;
    }
    // A seat was handed over or lost since: keep the tokens that still hold one, and go on with those.
    const tokens = session.table(this.id)?.tokens ?? {};
    for (const [seat, token] of Object.entries(tokens)) {
      try {
        await rest.look(this.id, token);
      } catch (error) {
        if (error instanceof Refusal && error.code === "bad_token") session.hold(this.id, "", seat, null);
      }
    }
    this.open();
  }

  private adopt(snapshot: Snapshot): void {
    this.seq = snapshot.seq;
    this.set({ snapshot });
    void this.complete(snapshot);
  }

  /** Fetch what a snapshot leaves out: the edition and the log. */
  private async complete(snapshot: Snapshot): Promise<void> {
    try {
      const edition = this.state.edition ?? (await editionOf(snapshot.edition));
      this.set({ edition });
      this.rebuild();
      const token = Object.values(session.table(this.id)?.tokens ?? {})[0];
      const log: TableEvent[] = [];
      for (let more = true; more; ) {
        const page = await rest.history(this.id, log.length, token);
        log.push(...page.events);
        more = page.more;
      }
      const known = log.at(-1)?.seq ?? 0;
      this.set({ log: [...log, ...this.state.log.filter((event) => event.seq > known)] });
    } catch (error) {
      this.set({ error: error instanceof Refusal ? error.code : "offline" });
    }
  }

  private merge(news: News): void {
    const before = this.state.snapshot;
    if (!before) return;
    const { position, ...changes } = news.changes;
    const snapshot: Snapshot = { ...before, ...changes, seq: news.seq };
    if (position !== undefined)
      snapshot.position = position === null ? null : ({ ...(before.position ?? {}), ...position } as Snapshot["position"]);
    if (news.offers) snapshot.offers = news.offers;
    if (news.foresight) snapshot.foresight = news.foresight;
    if (news.kind === "said")
      snapshot.chat = [
        ...before.chat,
        { seq: news.seq, at: news.at, seat: news.seat!, name: news.name!, text: news.text! },
      ].slice(-200);
    this.seq = news.seq;
    this.set({ snapshot, log: [...this.state.log, news] });
    if (position?.buildings || news.kind === "started") this.rebuild();
    this.onNews(news);
  }

  private rebuild(): void {
    const { edition, snapshot } = this.state;
    if (edition && snapshot?.position) this.set({ built: buildings(edition, snapshot.position) });
  }

  private set(change: Partial<TableState>): void {
    this.state = { ...this.state, ...change };
    this.listeners.forEach((listener) => listener());
  }
}
