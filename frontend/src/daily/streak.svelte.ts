// The days in a row on which this browser has finished the daily challenge. They are stored on this device only.
import { store, stored } from "../lib/stored";

const KEY = "kingdom-builder-daily";

interface Streak {
  /** The number of the last challenge that was finished. */
  last: number;
  /** How many there are in a row, up to it. */
  length: number;
}

function load(): Streak {
  const { last, length } = (stored(KEY) ?? {}) as Partial<Streak>;
  return Number.isInteger(last) && Number.isInteger(length) && length! > 0 ? { last: last!, length: length! } : { last: 0, length: 0 };
}

const streak = $state(load());

/** Record that the challenge with a number is finished. */
export function recordDay(number: number) {
  if (number <= streak.last) return;
  streak.length = number === streak.last + 1 ? streak.length + 1 : 1;
  streak.last = number;
  store(KEY, streak);
}

/** The streak on the day of a challenge: it lasts until the end of the day after the last one. */
export const streakOn = (number: number) => (streak.last === number || streak.last === number - 1 ? streak.length : 0);
