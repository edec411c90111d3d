// The graph of the gold: what it shows, and where its lines and marks are.
import type { TableEvent } from "../generated/protocol";

/** The steps between two lines of the scale. */
const STEPS = [5, 10, 20, 25, 50, 100];
const MOST_LINES = 4;

/** Every player's gold at the beginning of the game and at the end of each turn, as far as it is in these events. */
export const goldSoFar = (events: TableEvent[]): number[][] => events.flatMap(({ gold }) => (gold ? [gold] : []));

/** The amounts that have a line, for a graph that ends at `most`. */
export function scale(most: number): number[] {
  const step = STEPS.find((each) => most / each <= MOST_LINES) ?? 200;
  return Array.from({ length: Math.floor(most / step) }, (_, i) => (i + 1) * step);
}

/** The path of a line through points. */
export const pathOf = (points: [number, number][]): string =>
  points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/** Heights of marks that are at least `gap` apart if they fit between `top` and `bottom`, in the same order. */
export function apart(heights: number[], gap: number, top: number, bottom: number): number[] {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a]! - heights[b]! || a - b);
  const room = Math.min(gap, (bottom - top) / Math.max(1, heights.length - 1));
  const found = [...heights];
  let least = top;
  for (const i of order) {
    found[i] = Math.max(found[i]!, least);
    least = found[i]! + room;
  }
  let most = bottom;
  for (const i of order.reverse()) {
    found[i] = Math.min(found[i]!, most);
    most = found[i]! - room;
  }
  return found;
}
