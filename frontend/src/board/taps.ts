// Which hex a tap means.
import { type Hex, type Point, WIDTH, centre } from "../lib/hexes";

/** A tap so close to the middle of a hex means this hex, whatever is beside it. */
const CLEAR = 0.22 * WIDTH;
/** A finger misses a hex by at most so much, from its middle. */
const REACH = 0.8 * WIDTH;

export const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** The hex of a list whose middle is nearest to a point, if it is within reach. */
export function nearest(at: Point, hexes: Iterable<Hex>, reach = REACH): Hex | null {
  let [found, least]: [Hex | null, number] = [null, reach];
  for (const hex of hexes) {
    const far = distance(at, centre(hex));
    if (far <= least) [found, least] = [hex, far];
  }
  return found;
}

/**
 * The hex that a tap means: the one under it, or a hex beside it that may be chosen if the tap is not clearly on the
 * one under it; `explained` says that the hex under it has something to say itself.
 */
export function tapped(at: Point, under: Hex | null, legal: Iterable<Hex>, explained = false): Hex | null {
  if (under !== null && (explained || distance(at, centre(under)) <= CLEAR)) return under;
  const legalHexes = [...legal];
  return under !== null && legalHexes.includes(under) ? under : (nearest(at, legalHexes) ?? under);
}
