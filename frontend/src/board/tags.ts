// Where the label of a hex is: it hides as little as possible. All lengths are units of the drawing.
import { type Box, HEIGHT, type Hex, WIDTH, centre } from "../lib/hexes";

export const SIDES = ["above", "below", "right", "left"] as const;
export type TagSide = (typeof SIDES)[number];

/** The distance from the middle of a hex to a label beside it. */
const [AWAY_X, AWAY_Y] = [WIDTH / 2 + 5, HEIGHT / 2 + 5];
/** How bad it is to hide a hex that may be chosen or a piece, and to be outside the window or below what covers it. */
const [LEGAL, PIECE, OUTSIDE] = [10, 1, 1000];

const overlaps = (a: Box, b: Box) =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

/** The part of a hex that should be seen. */
function heart(hex: Hex): Box {
  const { x, y } = centre(hex);
  const [width, height] = [WIDTH * 0.7, HEIGHT * 0.7];
  return { left: x - width / 2, top: y - height / 2, width, height };
}

interface Surroundings {
  window: Box;
  /** What covers a part of the window. */
  covered: Box | null;
  legal: Iterable<Hex>;
  pieces: Iterable<Hex>;
}

/** The side and the box of a label of this size with its tip. */
export function tagPlace(hex: Hex, size: { width: number; height: number; tip: number }, around: Surroundings): { side: TagSide; box: Box } {
  const { x, y } = centre(hex);
  const { width, height, tip } = size;
  const { window } = around;
  const within = (at: number, length: number, start: number, all: number) => Math.min(Math.max(at, start), Math.max(start, start + all - length));
  const boxes: Record<TagSide, Box> = {
    above: { left: x - width / 2, top: y - AWAY_Y - tip - height, width, height },
    below: { left: x - width / 2, top: y + AWAY_Y + tip, width, height },
    right: { left: x + AWAY_X + tip, top: y - height / 2, width, height },
    left: { left: x - AWAY_X - tip - width, top: y - height / 2, width, height },
  };
  const legal = [...around.legal].filter((other) => other !== hex).map(heart);
  const pieces = [...around.pieces].filter((other) => other !== hex).map(heart);
  let best: { side: TagSide; box: Box; cost: number } | null = null;
  for (const side of SIDES) {
    const wanted = boxes[side];
    const box = {
      ...wanted,
      left: within(wanted.left, width, window.left, window.width),
      top: within(wanted.top, height, window.top, window.height),
    };
    const pushed = overlaps(box, heart(hex)) || (around.covered !== null && overlaps(box, around.covered));
    const hidden = (hexes: Box[]) => hexes.filter((other) => overlaps(box, other)).length;
    const cost = (pushed ? OUTSIDE : 0) + LEGAL * hidden(legal) + PIECE * hidden(pieces);
    if (!best || cost < best.cost) best = { side, box, cost };
  }
  return best!;
}
