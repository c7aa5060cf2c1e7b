// The server's time. Deadlines are told in it, and the clock of this device may be wrong by minutes.

/** What this device's clock is ahead of the server's, in milliseconds; the news' way through the network included. */
let ahead: number | null = null;

/** Something the server dated has just arrived. What took the least time on its way tells the most. */
export function heardFrom(at: number, now = Date.now()): void {
  if (Number.isFinite(at)) ahead = ahead === null ? now - at : Math.min(ahead, now - at);
}

export function serverTime(now = Date.now()): number {
  return now - (ahead ?? 0);
}
