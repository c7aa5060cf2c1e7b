// One table as this page follows it: the snapshot kept up to date by news, the log, who is there, the link.

import { heardFrom } from "./clock";
import { passOver, type Action, type News, type Offer, type ServerMessage, type Snapshot, type TableEvent } from "../protocol";
import { editionOf } from "./editions";
import { rest, Refusal } from "./rest";
import { seats } from "./seats";
import { Socket, type Asking, type Link } from "./socket";
import { buildings, type Building } from "../model/building";
import type { Edition } from "../model/edition";
import { Placeable } from "../model/placing";

export interface TableState {
  link: Link;
  snapshot: Snapshot | null;
  edition: Edition | null;
  built: Record<string, Building>;
  log: TableEvent[];
  /** The log is there from its beginning; until then it may have gaps. */
  whole: boolean;
  present: string[];
  watching: number;
  /** Why the table cannot be shown, as a code. */
  error: string | null;
  /** A message is under way. */
  busy: boolean;
}

/** The offers of now, each as the object it was before where nothing in it has changed: what is being placed stays. */
export function keptOffers(before: Record<string, Offer>, now: Record<string, Offer>): Record<string, Offer> {
  return Object.fromEntries(
    Object.entries(now).map(([seat, offer]) => {
      const old = before[seat];
      return [seat, old && JSON.stringify(old) === JSON.stringify(offer) ? old : offer];
    }),
  );
}

/** How long to wait before the table is asked for again, at first and at most, in milliseconds. */
const PAUSE = { first: 500, most: 15_000 };

export class TableStore {
  state: TableState = {
    link: "connecting",
    snapshot: null,
    edition: null,
    built: {},
    log: [],
    whole: false,
    present: [],
    watching: 0,
    error: null,
    busy: false,
  };

  private listeners = new Set<() => void>();
  private telling: ReturnType<typeof setTimeout> | undefined;
  private socket = new Socket();
  private seq = 0;
  private openId = "";
  private placings = new Map<string, { offer: object; position: object; placing: Placeable }>();
  private pause = PAUSE.first;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private fetching = 0;

  constructor(readonly id: string) {
    this.socket.onMessage = (message) => this.take(message);
    this.socket.onLink = (link) => this.set({ link });
    this.socket.onOpen = () => this.open();
    this.socket.connect();
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
  }

  close(): void {
    clearTimeout(this.timer);
    this.fetching++;
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    clearTimeout(this.telling);
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
    await this.send({ type: "say", table: this.id, seat, text });
  }

  /** What a seat may place now. */
  placing(seat: string): Placeable | null {
    const { snapshot, edition, built } = this.state;
    const offer = snapshot?.offers[seat];
    const position = snapshot?.position;
    if (!offer || !edition || !position) return null;
    const kept = this.placings.get(seat);
    if (kept?.offer === offer && kept.position === position) return kept.placing;
    const placing = new Placeable(edition, position, built, offer, seat);
    this.placings.set(seat, { offer, position, placing });
    return placing;
  }

  private async do(message: Asking): Promise<void> {
    this.set({ busy: true });
    try {
      await this.send(message);
    } finally {
      this.set({ busy: false });
    }
  }

  /** Where storage or server failed, nobody knows whether it was written: once more under the same id tells. */
  private async send(message: Asking): Promise<void> {
    const id = this.socket.nextId();
    try {
      await this.socket.ask(message, id);
    } catch (error) {
      if (!(error instanceof Refusal) || !["unavailable", "failed"].includes(error.code)) throw error;
      await new Promise((done) => setTimeout(done, PAUSE.first));
      await this.socket.ask(message, id);
    }
  }

  // -- what the server tells -----------------------------------------------------------------------------------------

  private hurry = (): void => {
    if (document.visibilityState === "visible") this.socket.hurry();
  };

  private open(): void {
    clearTimeout(this.timer);
    const tokens = Object.values(seats.table(this.id)?.tokens ?? {});
    this.openId = this.socket.nextId();
    const seen = this.state.snapshot ? this.seq : null;
    this.socket.post({ type: "open", id: this.openId, table: this.id, tokens, seen });
  }

  /** Ask for the table again, each time a little later, until all of it is there. */
  private openLater(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 2, PAUSE.most);
  }

  private take(message: ServerMessage): void {
    switch (message.type) {
      case "opened": {
        if (message.snapshot) {
          this.seq = message.snapshot.seq;
          this.set({ snapshot: message.snapshot, whole: false });
          this.rebuild();
        }
        for (const news of message.news ?? []) this.merge(news);
        const snapshot = this.state.snapshot;
        if (!snapshot) return;
        this.seq = message.seq;
        const { you, foresight, present, watching } = message;
        const offers = keptOffers(snapshot.offers, message.offers);
        this.set({ snapshot: { ...snapshot, seq: message.seq, you, offers, foresight }, present, watching });
        seats.renew(this.id);
        this.noteEnd();
        if (this.state.edition && this.state.whole) this.settled();
        else void this.complete();
        return;
      }
      case "news":
        heardFrom(message.at);
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
            seats.hold(this.id, "", seat, null);
        this.set({ snapshot: { ...snapshot, you: message.seats } });
        return;
      }
      case "error":
        if (message.re === this.openId) void this.refused(message.code);
        return;
      case "done": // whoever asked was told by the socket
      case "pong":
      case "bye": // the socket closes next, and comes back by itself
        return;
      default:
        passOver(message);
    }
  }

  private async refused(code: string): Promise<void> {
    if (code === "unknown_table") {
      seats.finish(this.id);
      this.set({ error: code });
      return;
    }
    if (code === "bad_token") await this.weed();
    else this.set({ error: code });
    this.openLater();
  }

  /** A seat was handed over or lost since: keep the tokens that still hold one, and go on with those. */
  private async weed(): Promise<void> {
    const tokens = seats.table(this.id)?.tokens ?? {};
    for (const [seat, token] of Object.entries(tokens)) {
      try {
        await rest.look(this.id, token);
      } catch (error) {
        if (error instanceof Refusal && error.code === "bad_token") seats.hold(this.id, "", seat, null);
      }
    }
  }

  /** Fetch what a snapshot leaves out: the edition and the log. */
  private async complete(): Promise<void> {
    const { snapshot } = this.state;
    const fetching = ++this.fetching;
    const late = () => fetching !== this.fetching; // another has begun, or the page is gone
    try {
      const edition = this.state.edition ?? (await editionOf(snapshot!.edition));
      if (late()) return;
      this.set({ edition });
      this.rebuild();
      const token = Object.values(seats.table(this.id)?.tokens ?? {})[0];
      const log: TableEvent[] = [];
      for (let more = true; more; ) {
        const page = await rest.history(this.id, log.at(-1)?.seq ?? 0, token);
        if (late()) return;
        log.push(...page.events);
        more = page.more;
      }
      const known = log.at(-1)?.seq ?? 0;
      this.set({ log: [...log, ...this.state.log.filter((event) => event.seq > known)], whole: true });
      this.settled();
    } catch (error) {
      if (late()) return;
      this.set({ error: error instanceof Refusal ? error.code : "offline" });
      this.openLater();
    }
  }

  private settled(): void {
    this.pause = PAUSE.first;
    this.set({ error: null });
  }

  /** A table whose game is over needs no place among those to return to for ever. */
  private noteEnd(): void {
    const { status } = this.state.snapshot!;
    if (status === "over" || status === "closed") seats.finish(this.id);
  }

  private merge(news: News): void {
    const before = this.state.snapshot;
    if (!before) return;
    const { position, ...changes } = news.changes;
    const snapshot: Snapshot = { ...before, ...changes, seq: news.seq };
    if (position !== undefined)
      snapshot.position = position === null ? null : ({ ...(before.position ?? {}), ...position } as Snapshot["position"]);
    if (news.offers) snapshot.offers = keptOffers(before.offers, news.offers);
    if (news.foresight) snapshot.foresight = news.foresight;
    if (news.kind === "said")
      snapshot.chat = [
        ...before.chat,
        { seq: news.seq, at: news.at, seat: news.seat!, name: news.name!, text: news.text! },
      ].slice(-200);
    this.seq = news.seq;
    this.set({ snapshot, log: [...this.state.log, news] });
    if (position?.buildings || news.kind === "started") this.rebuild();
    this.noteEnd();
  }

  private rebuild(): void {
    const { edition, snapshot } = this.state;
    if (edition && snapshot?.position) this.set({ built: buildings(edition, snapshot.position) });
  }

  private set(change: Partial<TableState>): void {
    this.state = { ...this.state, ...change };
    // In a task of its own: messages that come in a burst are shown together. One by one they would starve React of the
    // time between them, until it takes the burst for an endless loop and gives up on an update.
    this.telling ??= setTimeout(() => {
      this.telling = undefined;
      this.listeners.forEach((listener) => listener());
    });
  }
}
