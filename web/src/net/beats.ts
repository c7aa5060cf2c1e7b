// What bots do, one thing after the other: whoever watches can follow, and what comes at once is not over at once.

import type { NewsTold, PaceTold } from "../protocol";
import { beat } from "../settings/pace";

/** The beat after a bot's action at a table. Where a clock runs, or bots are to wait for nobody, there is none. */
export function beatOf({ bot_seconds, turn_seconds, window_seconds }: PaceTold): number {
  return bot_seconds === 0 || turn_seconds !== null || window_seconds !== null ? 0 : beat();
}

/** How long to wait after a bot's action has been shown before the next news are, in milliseconds. */
export type Beat = () => number;

/** News in their order, each bot's action with a beat after it. */
export class Beats {
  private readonly waiting: NewsTold[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly show: (news: NewsTold) => void,
    private readonly beat: Beat,
  ) {}

  /** Show news now, or when it is their turn. */
  take(news: NewsTold): void {
    this.waiting.push(news);
    if (this.timer === undefined) this.next();
  }

  /** How far those go that wait. */
  get last(): number | null {
    return this.waiting.at(-1)?.seq ?? null;
  }

  /** Show all of it now: somebody acts, or nobody looks. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (let news = this.waiting.shift(); news; news = this.waiting.shift()) this.show(news);
  }

  /** Nothing of it is wanted any more: the whole of the table has come. */
  forget(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting.length = 0;
  }

  private next(): void {
    this.timer = undefined;
    for (let news = this.waiting.shift(); news; news = this.waiting.shift()) {
      this.show(news);
      const pause = news.kind === "moved" && (news.how === "bot" || news.how === "stand_in") ? this.beat() : 0;
      if (pause <= 0) continue;
      this.timer = setTimeout(() => this.next(), pause);
      return;
    }
  }
}
