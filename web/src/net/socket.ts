// One socket to the server, or to the house inside this browser. It comes back by itself: whoever follows a table opens it again where it was, and what was
// not answered is sent again under its old id, so that it is carried out once.

import type { ClientMessage, ServerMessage } from "../protocol";
import { SERVERLESS } from "../protocol/root";
import { Refusal } from "./refusal";
import { rest } from "./rest";
import { openWire, type Wire } from "./wire";

/** A message before it has an id. */
export type Asking = ClientMessage extends infer M ? (M extends ClientMessage ? Omit<M, "id"> : never) : never;

type Waiting = { message: ClientMessage; done: (message: ServerMessage) => void; failed: (error: Refusal) => void };

export type Link = "connecting" | "open" | "lost";

export class Socket {
  link: Link = "connecting";
  onMessage: (message: ServerMessage) => void = () => {};
  onLink: (link: Link) => void = () => {};
  /** Called when the connection is there again, before unanswered messages are sent again. */
  onOpen: () => void = () => {};

  private socket: Wire | null = null;
  private waiting = new Map<string, Waiting>();
  private count = 0;
  private readonly name = Math.random().toString(36).slice(2, 10);
  private pause = 250;
  private closed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** When it was begun to connect, when something was heard last, and when it was last asked whether anybody is there. */
  private begun = 0;
  private heard = 0;
  private pinged = 0;
  private beat: ReturnType<typeof setInterval> | undefined;

  connect(): void {
    const socket = openWire();
    this.drop();
    this.socket = socket;
    this.begun = Date.now();
    // A socket that was given up may still speak: only the latest is listened to.
    socket.onopen = () => {
      if (this.socket !== socket) return;
      this.pause = 250;
      this.heard = Date.now();
      this.setLink("open");
      this.onOpen();
      for (const { message } of this.waiting.values()) this.post(message);
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.heard = Date.now();
      this.take(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      // Why it was not let in only another way of asking tells: the server may want its password.
      if (this.heard === 0 && !SERVERLESS) rest.info().catch(() => undefined);
      this.again();
    };
    clearInterval(this.beat);
    this.beat = setInterval(() => this.check(), 10_000);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.beat);
    this.drop();
  }

  /** Try now instead of waiting, for instance because the network is back. */
  hurry(): void {
    if (this.closed) return;
    if (this.socket?.readyState === WebSocket.OPEN) this.ping();
    else if (this.socket?.readyState !== WebSocket.CONNECTING || Date.now() - this.begun > 2_000) {
      clearTimeout(this.timer);
      this.pause = 250;
      this.connect();
    }
  }

  /** Send a message and wait for its answer, over lost connections too. Under one id it is carried out once. */
  ask(message: Asking, id = this.nextId()): Promise<ServerMessage> {
    const sent = { ...message, id } as ClientMessage;
    return new Promise((done, failed) => {
      this.waiting.set(id, { message: sent, done, failed });
      this.post(sent);
    });
  }

  /** Send without waiting: what follows from it comes as a message. */
  post(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  nextId(): string {
    return `${this.name}-${++this.count}`;
  }

  private take(message: ServerMessage): void {
    this.onMessage(message);
    const re = "re" in message ? message.re : null;
    const waiting = re === null ? undefined : this.waiting.get(re);
    if (!waiting || re === null) return;
    this.waiting.delete(re);
    if (message.type === "error") waiting.failed(new Refusal(message.code, message.message, message.rule));
    else waiting.done(message);
  }

  /** Whether the server is still there. A page in the background checks rarely: silence alone proves nothing. */
  private check(): void {
    const now = Date.now();
    const unanswered = this.pinged > this.heard && now - this.pinged > 8_000;
    const hung = this.socket?.readyState === WebSocket.CONNECTING && now - this.begun > 15_000;
    if (this.link === "open" ? unanswered : hung) {
      this.drop();
      this.again();
    } else if (this.link === "open" && now - this.heard > 20_000) this.ping();
  }

  private ping(): void {
    if (this.pinged > this.heard) return; // asked already
    this.pinged = Date.now();
    this.post({ type: "ping", id: this.nextId() });
  }

  private drop(): void {
    const old = this.socket;
    this.socket = null;
    old?.close();
  }

  private again(): void {
    if (this.closed) return;
    this.setLink("lost");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(this.pause * 2, 5_000);
  }

  private setLink(link: Link): void {
    this.link = link;
    this.onLink(link);
  }
}
