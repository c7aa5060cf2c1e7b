// When the next day begins: days are those of UTC.

const DAY = 24 * 60 * 60 * 1000;

/** Answers are dated to the second only: so much later the server has the new day for certain. In milliseconds. */
const LATER = 2_000;

/** From a time until the next day is there, in milliseconds. */
export const untilTomorrow = (now: number): number => DAY - (now % DAY) + LATER;
