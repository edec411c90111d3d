// Which part of a board shows some of its hexes best.
import { type Box, HEIGHT, type Point, WIDTH } from "../lib/hexes";

/** The width of a part of the board, from near to far. */
const WIDTHS = [210, 260, 320];

const middle = (numbers: number[]) => (Math.min(...numbers) + Math.max(...numbers)) / 2;
const kept = (low: number, value: number, high: number) => (low > high ? (low + high) / 2 : Math.min(high, Math.max(low, value)));

/** The part with this shape that has all points or, if they are too far from each other, as many of them as possible; it stays on the board. */
export function cropAround(points: Point[], shape: { width: number; height: number }, board: Box): Box {
  const ratio = shape.height / Math.max(shape.width, 1);
  let best: { points: Point[]; width: number } = { points: [], width: WIDTHS[0]! };
  for (const width of WIDTHS) {
    const [across, down] = [(width - WIDTH * 1.3) / 2, (width * ratio - HEIGHT * 1.3) / 2];
    for (const centre of candidates(points)) {
      const inside = points.filter(({ x, y }) => Math.abs(x - centre.x) <= across && Math.abs(y - centre.y) <= down);
      if (inside.length > best.points.length) best = { points: inside, width };
    }
  }
  const { width } = best;
  const height = width * ratio;
  const around = best.points.length ? best.points : [{ x: board.left + board.width / 2, y: board.top + board.height / 2 }];
  const x = kept(board.left + width / 2, middle(around.map((point) => point.x)), board.left + board.width - width / 2);
  const y = kept(board.top + height / 2, middle(around.map((point) => point.y)), board.top + board.height - height / 2);
  return { left: x - width / 2, top: y - height / 2, width, height };
}

/** Where the middle of the part may be: between any two points. */
const candidates = (points: Point[]): Point[] =>
  points.flatMap((a) => points.map((b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })));
