// Where the drawing has to be so that certain hexes are seen. All lengths are units of the drawing.
import { type Box, type Hex, type Point, WIDTH, centre } from "../lib/hexes";

/** The width of the part that a window shows, and the sizes between which a hex stays, in pixels. */
const SHOWN_WIDTH = 540;
const [SMALLEST_HEX, LARGEST_HEX] = [27, 40];
/** How far the middle of a hex is from the edge of the window at least, if it is seen, and if the window moves to it. */
const SEEN = 0.62 * WIDTH;
const MARGIN = 1.3 * WIDTH;
/** The pixels of an arrow at the edge of the window, which leads to hexes outside it. */
export const ARROW = 44;
/** How many places are tried in each direction. */
const TRIED = 12;

export type Side = "left" | "right" | "up" | "down";

/** Hexes that are outside the window, on one side of it. */
export interface Beyond {
  side: Side;
  hexes: Hex[];
  /** The middle of these hexes. */
  at: Point;
}

/** Pixels for one unit, so that hexes have a size for fingers and the board fills a window at least by its height. */
export function fingerScale(width: number, height: number, board: Box): number {
  const byWidth = Math.min(Math.max(width / SHOWN_WIDTH, SMALLEST_HEX / WIDTH), LARGEST_HEX / WIDTH);
  const contained = Math.min(width / board.width, height / board.height);
  return Math.max(byWidth, contained, Math.min(height / board.height, width / WIDTH / 6));
}

export const middleOf = ({ left, top, width, height }: Box): Point => ({ x: left + width / 2, y: top + height / 2 });

/** Move a window so little as needed to be inside some bounds; in the middle of them if it is larger. */
export function inside(middle: Point, window: Box, bounds: Box): Point {
  const along = (at: number, size: number, start: number, all: number) =>
    size >= all ? start + all / 2 : Math.min(Math.max(at, start + size / 2), start + all - size / 2);
  return {
    x: along(middle.x, window.width, bounds.left, bounds.width),
    y: along(middle.y, window.height, bounds.top, bounds.height),
  };
}

/** The part of a box that is inside another. */
export function within(box: Box, other: Box): Box {
  const [left, top] = [Math.max(box.left, other.left), Math.max(box.top, other.top)];
  const right = Math.min(box.left + box.width, other.left + other.width);
  const bottom = Math.min(box.top + box.height, other.top + other.height);
  return { left, top, width: right - left, height: bottom - top };
}

const contains = (box: Box, { x, y }: Point, margin: number) =>
  x >= box.left + margin && x <= box.left + box.width - margin && y >= box.top + margin && y <= box.top + box.height - margin;

/** Whether a hex can be seen in a window, of which something covers a part. */
export function isSeen(hex: Hex, window: Box, covered: Box | null): boolean {
  const at = centre(hex);
  return contains(window, at, SEEN) && !(covered && contains(covered, at, -SEEN));
}

/** The part of a window beside the arrows, which have some size: at the edge of the drawing there are none. */
function besideArrows(window: Box, bounds: Box, arrow: number): Box {
  const along = (start: number, size: number, first: number, all: number) => {
    const from = start <= first + 1 ? start : start + arrow;
    const to = start + size >= first + all - 1 ? start + size : start + size - arrow;
    return [from, to - from] as const;
  };
  const [left, width] = along(window.left, window.width, bounds.left, bounds.width);
  const [top, height] = along(window.top, window.height, bounds.top, bounds.height);
  return { left, top, width, height };
}

const moved = (box: Box, dx: number, dy: number): Box => ({ ...box, left: box.left + dx, top: box.top + dy });

/** Some of the values of a list, evenly. */
function some(values: number[]): number[] {
  const all = [...new Set(values)].sort((a, b) => a - b);
  return all.length <= TRIED ? all : Array.from({ length: TRIED }, (_, i) => all[Math.round((i * (all.length - 1)) / (TRIED - 1))]!);
}

/**
 * The middle of the window from which hexes are seen: all of them if possible, otherwise most. It is where it is
 * already if all are seen, or if they do not fit and `enough` of what is possible is seen, from 0 to 1. `arrow` is the size of
 * arrows, below which no hex is to be.
 */
export function targetFor(hexes: Hex[], window: Box, bounds: Box, covered: Box | null, enough = 0.5, arrow = 0): Point {
  const now = middleOf(window);
  const countAt = ({ x, y }: Point) => {
    const there = besideArrows(moved(window, x - now.x, y - now.y), bounds, arrow);
    const over = covered && moved(covered, x - now.x, y - now.y);
    return hexes.filter((hex) => isSeen(hex, there, over)).length;
  };
  const seen = countAt(now);
  if (seen === hexes.length) return now;
  const centres = hexes.map(centre);
  const places = (values: number[], size: number) => {
    const reach = size / 2 - MARGIN - arrow;
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return [(least + most) / 2, ...some(values).flatMap((value) => [value - reach, value + reach])];
  };
  let best = { at: now, count: seen, far: 0 };
  for (const x of [now.x, ...places(centres.map((c) => c.x), window.width)]) {
    for (const y of [now.y, ...places(centres.map((c) => c.y), window.height)]) {
      const at = inside({ x, y }, window, bounds);
      const [count, far] = [countAt(at), Math.hypot(at.x - now.x, at.y - now.y)];
      if (count > best.count || (count === best.count && far < best.far)) best = { at, count, far };
    }
  }
  return best.count < hexes.length && seen >= enough * best.count ? now : best.at;
}

/** The hexes that are not seen, by the side of the window where they are. */
export function beyond(hexes: Iterable<Hex>, window: Box, covered: Box | null): Beyond[] {
  const found = new Map<Side, Hex[]>();
  for (const hex of hexes) {
    if (isSeen(hex, window, covered)) continue;
    const { x, y } = centre(hex);
    const over: [Side, number][] = [
      ["left", window.left - x],
      ["right", x - window.left - window.width],
      ["up", window.top - y],
      ["down", y - window.top - window.height],
    ];
    const inWindow = contains(window, { x, y }, SEEN);
    const side = inWindow ? "down" : over.reduce((a, b) => (b[1] > a[1] ? b : a))[0];
    found.set(side, [...(found.get(side) ?? []), hex]);
  }
  return [...found].map(([side, hidden]) => {
    const centres = hidden.map(centre);
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    return { side, hexes: hidden, at: { x: mean(centres.map((c) => c.x)), y: mean(centres.map((c) => c.y)) } };
  });
}

