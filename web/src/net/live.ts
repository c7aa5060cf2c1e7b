// A table as a server tells it: a source that follows it through a socket, and the hand of whoever sits there.

import { buildings, type Building } from "../model/building";
import type { Edition } from "../model/edition";
import type { Hand, Source, Table } from "../model/source";
import { apply, hold, open } from "../model/table";
import { passOver, type BotReadying, type ServerMessage, type Snapshot, type TableEvent } from "../protocol";
import { Beats, beatOf } from "./beats";
import { heardFrom } from "./clock";
import { editionOf } from "./editions";
import { Refusal, rest } from "./rest";
import { seats } from "./seats";
import { Socket, type Asking, type Link } from "./socket";

/** How it stands with the server, and what only a server knows of a table. */
export interface Line {
  link: Link;
  /** The log is there from its beginning; until then it may have gaps. */
  whole: boolean;
  present: string[];
  watching: number;
  /** Bots that cannot play yet: the game waits for them. */
  readying: BotReadying[];
  /** Why the table cannot be shown, or not any further, as a code. */
  error: string | null;
  /** Something was done, and the answer is under way. */
  busy: boolean;
}

/** How long to wait before the table is asked for again, at first and at most, in milliseconds. */
const PAUSE = { first: 500, most: 15_000 };

export class LiveTable implements Source {
  private snapshot: Snapshot | null = null;
  private edition: Edition | null = null;
  private built: Record<string, Building> = {};
  private log: TableEvent[] = [];
  private table: Table | null = null;
  private line: Line = {
    link: "connecting",
    whole: false,
    present: [],
    watching: 0,
    readying: [],
    error: null,
    busy: false,
  };

  private readonly listeners = new Set<() => void>();
  private telling: ReturnType<typeof setTimeout> | undefined;
  private readonly socket = new Socket();
  private openId = "";
  private pause = PAUSE.first;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private fetching = 0;
  private readonly beats = new Beats(
    (news) => this.snapshot && this.show(apply(this.snapshot, news), [news]),
    () => (this.snapshot && document.visibilityState === "visible" ? beatOf(this.snapshot.options.pace) : 0),
  );

  constructor(readonly id: string) {
    this.socket.onMessage = (message) => this.take(message);
    this.socket.onLink = (link) => this.setLine({ link });
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
    this.beats.forget();
    this.socket.close();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  getState = (): Table | null => this.table;

  getLine = (): Line => this.line;

  /** Follow the table anew, for instance because this browser holds another seat now. */
  reopen(): void {
    this.open();
  }

  // -- what the player does ------------------------------------------------------------------------------------------

  readonly hand: Hand = {
    seats: () => this.snapshot?.you ?? [],
    offer: (seat) => this.snapshot?.offers[seat] ?? null,
    play: (action) => this.do({ type: "move", table: this.id, on: this.seq, action }),
    takeBack: (seat) => this.do({ type: "take_back", table: this.id, seat, on: this.seq }),
    say: (seat, text) => this.send({ type: "say", table: this.id, seat, text }),
    hints: async (seat) => {
      const answer = await this.socket.ask({ type: "hint", table: this.id, seat, on: this.seq });
      if (answer.type !== "hints") throw new Refusal("other", `hints were answered by ${answer.type}`);
      return answer;
    },
  };

  private async do(message: Asking): Promise<void> {
    this.beats.flush();
    this.setLine({ busy: true });
    try {
      await this.send(message);
    } finally {
      this.setLine({ busy: false });
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
    this.beats.flush();
    const tokens = Object.values(seats.table(this.id)?.tokens ?? {});
    this.openId = this.socket.nextId();
    const seen = this.snapshot?.seq ?? null;
    this.socket.post({ type: "open", id: this.openId, table: this.id, tokens, seen });
  }

  /** Ask for the table again, each time a little later, until all of it is there. */
  private openLater(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 2, PAUSE.most);
  }

  private get seq(): number {
    return this.snapshot?.seq ?? 0;
  }

  /** The last that was told, shown or not yet. */
  private get known(): number {
    return this.beats.last ?? this.seq;
  }

  private take(message: ServerMessage): void {
    switch (message.type) {
      case "opened": {
        // What came meanwhile is known already.
        this.beats.flush();
        const news = (message.news ?? []).filter((it) => it.seq > this.seq);
        const snapshot = open(this.snapshot, { ...message, news });
        if (!snapshot) return;
        const { present, watching } = message;
        // Bots that are not ready are told next; of a list from before the connection was lost, some are by now.
        const whole = this.line.whole && !message.snapshot;
        this.line = { ...this.line, present, watching, whole, readying: [] };
        this.show(snapshot, news);
        seats.renew(this.id);
        if (this.edition && this.line.whole) this.settled();
        else void this.complete();
        return;
      }
      case "news":
        heardFrom(message.at);
        if (!this.snapshot || message.seq <= this.known) return;
        if (message.seq === this.known + 1) this.beats.take(message);
        else this.open(); // something was missed
        return;
      case "present":
        this.setLine({ present: message.seats, watching: message.watching });
        return;
      case "readying":
        this.setLine({ readying: message.bots });
        return;
      case "you": {
        this.beats.flush();
        const { snapshot } = this;
        if (!snapshot) return;
        // A seat that was handed over is another's now; one that was left waits for this browser.
        for (const seat of snapshot.you)
          if (!message.seats.includes(seat) && !snapshot.seats.some((chair) => chair.seat === seat && chair.away))
            seats.hold(this.id, "", seat, null);
        this.show(hold(snapshot, message));
        return;
      }
      case "error":
        // What answers nothing is said of the table: it is shown to this browser no more.
        if (message.re === this.openId || (message.re === null && message.table === this.id))
          void this.refused(message.code);
        return;
      case "done": // whoever asked was told by the socket
      case "hints":
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
      this.setLine({ error: code });
      return;
    }
    if (code === "bad_token") await this.weed();
    else this.setLine({ error: code });
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
    const fetching = ++this.fetching;
    const late = () => fetching !== this.fetching; // another has begun, or the page is gone
    try {
      const edition = this.edition ?? (await editionOf(this.snapshot!.edition));
      if (late()) return;
      this.edition = edition;
      this.show(this.snapshot!);
      const token = Object.values(seats.table(this.id)?.tokens ?? {})[0];
      const log: TableEvent[] = [];
      for (let more = true; more; ) {
        const page = await rest.history(this.id, log.at(-1)?.seq ?? 0, token);
        if (late()) return;
        log.push(...page.events);
        more = page.more;
      }
      const known = log.at(-1)?.seq ?? 0;
      this.log = [...log, ...this.log.filter((event) => event.seq > known)];
      this.line = { ...this.line, whole: true };
      this.show(this.snapshot!);
      this.settled();
    } catch (error) {
      if (late()) return;
      this.setLine({ error: error instanceof Refusal ? error.code : "offline" });
      this.openLater();
    }
  }

  private settled(): void {
    this.pause = PAUSE.first;
    this.setLine({ error: null });
  }

  // -- what is shown of it -------------------------------------------------------------------------------------------

  private show(snapshot: Snapshot, news: readonly TableEvent[] = []): void {
    const { edition } = this;
    const before = this.table?.snapshot.position?.buildings;
    this.snapshot = snapshot;
    if (news.length) this.log = [...this.log, ...news];
    if (edition) {
      const { position } = snapshot;
      if (position && position.buildings !== before) this.built = buildings(edition, position, this.built);
      this.table = { edition, snapshot, built: this.built, log: this.log };
    }
    // A table whose game is over needs no place among those to return to for ever.
    if (snapshot.status === "over" || snapshot.status === "closed") seats.finish(this.id);
    this.tell();
  }

  private setLine(change: Partial<Line>): void {
    this.line = { ...this.line, ...change };
    this.tell();
  }

  private tell(): void {
    // In a task of its own: messages that come in a burst are shown together. One by one they would starve React of the
    // time between them, until it takes the burst for an endless loop and gives up on an update.
    this.telling ??= setTimeout(() => {
      this.telling = undefined;
      this.listeners.forEach((listener) => listener());
    });
  }
}
