// What carries messages to whoever has the tables: a socket to the server, or a line to the house inside this browser.

import { below, SERVERLESS } from "../protocol/root";
import { Line } from "./inside/line";

export type Wire = Pick<WebSocket, "readyState" | "onopen" | "onmessage" | "onclose" | "close"> & {
  send(text: string): void;
};

export function openWire(): Wire {
  if (SERVERLESS) return new Line();
  const url = new URL(below("/api/socket"), location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(url);
}
