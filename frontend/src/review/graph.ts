// The graph of the expected lead: where its line and its areas are.
import { pathOf } from "../table/graph";

export interface Size {
  width: number;
  height: number;
}

/** The least lead that fills half of the graph, in gold. */
const LEAST = 8;
/** The room for a mark at both ends, and above and below the line. */
const [SIDE, EDGE] = [12, 11];

/** The points of one player's lead, before the first turn and after each. */
export function pointsOf(lead: number[], { width, height }: Size): [number, number][] {
  const most = Math.max(LEAST, ...lead.map(Math.abs));
  const step = (width - 2 * SIDE) / Math.max(1, lead.length - 1);
  return lead.map((gold, i) => [SIDE + i * step, height / 2 - (gold / most) * (height / 2 - EDGE)]);
}

/** The area between a line and the middle. */
export function areaOf(points: [number, number][], { height }: Size): string {
  const [first, last] = [points[0], points.at(-1)];
  return first && last ? pathOf([[first[0], height / 2], ...points, [last[0], height / 2]]) + "z" : "";
}

/** The index of the point that is nearest to a place along the graph. */
export const nearestPoint = (points: [number, number][], x: number) =>
  points.reduce((best, point, i) => (Math.abs(point[0] - x) < Math.abs(points[best]![0] - x) ? i : best), 0);

/** The room of a label at an edge of the graph, with about so much for a letter. */
const LABEL = { width: 96, height: 28, letter: 7.5 };
/** How far the line of the turn that is shown stays away from both edges: the labels are there. */
export const NOW_EDGE = 18;

/** Where a label is along its edge: where the fewest points are behind it. */
export function labelPlace(points: [number, number][], { width, height }: Size, edge: "top" | "bottom", text = ""): "start" | "middle" | "end" {
  const near = points.filter(([, y]) => (edge === "top" ? y : height - y) < LABEL.height);
  const wide = Math.max(LABEL.width, text.length * LABEL.letter);
  const behind = (from: number) => near.filter(([x]) => x >= from && x <= from + wide).length;
  const counts = { start: behind(0), end: behind(width - wide), middle: behind((width - wide) / 2) };
  const least = Math.min(...Object.values(counts));
  return (["start", "end", "middle"] as const).find((place) => counts[place] === least)!;
}
