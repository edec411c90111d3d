// What moves when a board changes.
import { type Hex, type Point, centre } from "../lib/hexes";
import type { Piece } from "../lib/position";
import { distance } from "./taps";

/** More new pieces at once are not a turn: another position is shown. */
const MOST = 12;
/** Milliseconds between two hexes of a wave, and between the first and the last. */
const [WAVE_STEP, WAVE] = [12, 180];

/** The pieces that are new, by hex: where each has come from, as seen from its hex; null if it was placed. */
export function arrivals(before: ReadonlyMap<Hex, Piece> | null, after: ReadonlyMap<Hex, Piece>): Map<Hex, Point | null> {
  if (!before) return new Map();
  const isSame = (a: Piece | undefined, b: Piece) => a?.kind === b.kind && a.seat === b.seat && a.around === b.around;
  const without = (all: ReadonlyMap<Hex, Piece>, others: ReadonlyMap<Hex, Piece>) =>
    [...all].filter(([hex, piece]) => !piece.around && !isSame(others.get(hex), piece));
  const [placed, removed] = [without(after, before), without(before, after)];
  if (placed.length > MOST) return new Map();
  return new Map(
    placed.map(([hex, piece]) => {
      const [from, another] = removed.filter(([, other]) => isSame(other, piece));
      const alone = placed.filter(([, other]) => isSame(other, piece)).length === 1;
      if (!from || another || !alone) return [hex, null];
      const [a, b] = [centre(from[0]), centre(hex)];
      return [hex, { x: a.x - b.x, y: a.y - b.y }];
    }),
  );
}

/** After how many milliseconds each hex rises: a wave that starts at the sources, or else at the first hex. */
export function wave(hexes: Hex[], sources: Hex[]): Map<Hex, number> {
  const starts = (sources.length ? sources : hexes.slice(0, 1)).map(centre);
  const far = new Map(hexes.map((hex) => [hex, Math.min(...starts.map((start) => distance(start, centre(hex))))]));
  const ordered = [...hexes].sort((a, b) => far.get(a)! - far.get(b)!);
  const step = Math.min(WAVE_STEP, WAVE / Math.max(hexes.length - 1, 1));
  return new Map(ordered.map((hex, i) => [hex, Math.round(i * step)]));
}
