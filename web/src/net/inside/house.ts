// The page's side of the house inside the browser: a worker, begun when something is first asked of it.

import { below } from "../../protocol/root";
import { Refusal } from "../refusal";
import { filesOf } from "./files";
import { keepEverything } from "./keeping";
import type { FromHouse, FromPage } from "./messages";

interface Asked {
  done: (text: string) => void;
  failed: (error: Refusal) => void;
}

export class House {
  private readonly worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  private readonly asked = new Map<number, Asked>();
  private readonly lines = new Map<number, { told: (text: string) => void; over: () => void }>();
  private count = 0;
  /** Resolves when it is open. */
  readonly open: Promise<void>;

  constructor(editions: string[]) {
    this.open = new Promise((done, failed) => {
      this.worker.onmessage = ({ data }: MessageEvent<FromHouse>) => {
        if (data.tell === "open") {
          done();
          keepEverything();
        } else if (data.tell === "failed") failed(this.close(data.why));
        else this.take(data);
      };
      this.worker.onerror = (event) => failed(this.close(event.message));
    });
    this.open.catch(() => undefined); // whoever asked something hears of it
    this.say({ say: "begin", house: filesOf(""), shelf: `nouvelle-france${below("")}`, editions });
  }

  /** Ask as a server is asked; the answer is JSON. */
  ask(method: string, path: string, body?: string, token?: string): Promise<string> {
    const id = ++this.count;
    return new Promise((done, failed) => {
      this.asked.set(id, { done, failed });
      this.say({ say: "ask", id, method, path, body, token });
    });
  }

  /** Begin a conversation; what is told there is heard by `told`, and `over` that nobody speaks any more. */
  connect(told: (text: string) => void, over: () => void): { say: (text: string) => void; leave: () => void } {
    const line = ++this.count;
    this.lines.set(line, { told, over });
    this.say({ say: "connect", line });
    return {
      say: (text) => this.say({ say: "hear", line, text }),
      leave: () => {
        this.lines.delete(line);
        this.say({ say: "leave", line });
      },
    };
  }

  private say(message: FromPage): void {
    this.worker.postMessage(message);
  }

  private take(message: FromHouse): void {
    if (message.tell === "line") this.lines.get(message.line)?.told(message.text);
    else if (message.tell === "answer") {
      this.asked.get(message.id)?.done(message.text);
      this.asked.delete(message.id);
    }
  }

  /** It cannot be had, for instance because there is no network yet: the next who asks begins anew. */
  private close(why: string): Refusal {
    console.warn(`the house inside this browser does not open: ${why}`);
    const refusal = new Refusal("inside", why);
    this.worker.terminate();
    house = null;
    this.asked.forEach(({ failed }) => failed(refusal));
    this.lines.forEach(({ over }) => over());
    return refusal;
  }
}

let house: House | null = null;

/** The house of this page. */
export function houseInside(editions: string[]): House {
  house ??= new House(editions);
  return house;
}
