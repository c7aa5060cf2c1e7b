// One socket to the server. It comes back by itself: whoever follows a table opens it again where it was, and what was
// not answered is sent again under its old id, so that it is carried out once.

import type { ServerMessage } from "./protocol";
import { Refusal } from "./rest";

type Waiting = { message: object; done: (message: ServerMessage) => void; failed: (error: Refusal) => void };

export type Link = "connecting" | "open" | "lost";

export class Socket {
  link: Link = "connecting";
  onMessage: (message: ServerMessage) => void = () => {};
  onLink: (link: Link) => void = () => {};
  /** Called when the connection is there again, before unanswered messages are sent again. */
  onOpen: () => void = () => {};

  private socket: WebSocket | null = null;
  private waiting = new Map<string, Waiting>();
  private count = 0;
  private readonly name = Math.random().toString(36).slice(2, 10);
  private pause = 250;
  private closed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private heard = 0;
  private beat: ReturnType<typeof setInterval> | undefined;

  connect(): void {
    const url = new URL("/api/socket", location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => {
      this.pause = 250;
      this.heard = Date.now();
      this.setLink("open");
      this.onOpen();
      for (const { message } of this.waiting.values()) this.post(message);
    };
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.take(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = () => this.again();
    clearInterval(this.beat);
    this.beat = setInterval(() => this.check(), 10_000);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.beat);
    this.socket?.close();
  }

  /** Try now instead of waiting, for instance because the network is back. */
  hurry(): void {
    if (this.link === "open" || this.closed) return;
    clearTimeout(this.timer);
    this.pause = 250;
    this.connect();
  }

  /** Send a message and wait for its answer, over lost connections too. */
  ask(message: object): Promise<ServerMessage> {
    const id = `${this.name}-${++this.count}`;
    const sent = { ...message, id };
    return new Promise((done, failed) => {
      this.waiting.set(id, { message: sent, done, failed });
      this.post(sent);
    });
  }

  /** Send without waiting: what follows from it comes as a message. */
  post(message: object): void {
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

  private check(): void {
    if (this.link !== "open") return;
    if (Date.now() - this.heard > 35_000) this.socket?.close();
    else if (Date.now() - this.heard > 20_000) this.post({ type: "ping", id: this.nextId() });
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
