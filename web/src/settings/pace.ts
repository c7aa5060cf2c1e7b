// How quickly bots play before this person's eyes.

import { preferred } from "./preferences";

export const PACES = ["calm", "usual", "quick"] as const;
export type BotPace = (typeof PACES)[number];

/** What bots of a table made here wait before they act, in seconds: the server's part. */
const WAIT: Record<BotPace, number> = { calm: 2, usual: 1, quick: 0.2 };
/** How long what a bot has done is there before the next, at any table, in milliseconds: the page's part. */
const BEAT: Record<BotPace, number> = { calm: 2000, usual: 700, quick: 0 };

/** The seconds that bots wait at a table that is being made. */
export const botSeconds = (): number => WAIT[preferred().bots];

/** How long what a bot has done is there before the next, in milliseconds. */
export const beat = (): number => BEAT[preferred().bots];
