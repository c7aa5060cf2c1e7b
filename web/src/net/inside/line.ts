// A conversation with the house inside this browser, in the shape of a socket.

import type { Wire } from "../wire";
import { openedHouse } from "./asking";

export class Line implements Wire {
  readyState: WebSocket["readyState"] = WebSocket.CONNECTING;
  onopen: Wire["onopen"] = null;
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;
  private saying: { say: (text: string) => void; leave: () => void } | null = null;

  constructor() {
    void this.connect();
  }

  send(text: string): void {
    this.saying?.say(text);
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    this.saying?.leave();
  }

  private async connect(): Promise<void> {
    try {
      const house = await openedHouse();
      await house.open;
      if (this.readyState === WebSocket.CLOSED) return;
      this.saying = house.connect(
        (text) => this.onmessage?.call(this as never, new MessageEvent("message", { data: text })),
        () => this.over(),
      );
      this.readyState = WebSocket.OPEN;
      this.onopen?.call(this as never, new Event("open"));
    } catch {
      this.over();
    }
  }

  private over(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.call(this as never, new CloseEvent("close"));
  }
}
