// What moves when a board changes.
import { type Hex, type Point, centre } from "../lib/hexes";
import type { Piece } from "../lib/position";
import { distance } from "./taps";

/** More new pieces at once are not a turn: another position is shown. */
const MOST = 12;
/** Milliseconds between two hexes of a wave, and between the first and the last. */
const [WAVE_STEP, WAVE] = [12, 180];
/** Hexes that rise within so many milliseconds rise together: each group is a layer of its own while it rises. */
const TOGETHER = 60;

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

/** Hexes that rise together. */
export interface Rising {
  id: number;
  /** Milliseconds; null: they are there at once. */
  delay: number | null;
  hexes: Hex[];
}

/**
 * The hexes that may be chosen, in groups. A hex that is in a group already stays in it and does not rise again.
 * `moving`: whether new ones rise.
 */
export function risingGroups(before: Rising[], hexes: Hex[], sources: Hex[], moving = true): Rising[] {
  const known = new Set(before.flatMap((group) => group.hexes));
  const still = new Set(hexes);
  const kept = before.map((group) => ({ ...group, hexes: group.hexes.filter((hex) => still.has(hex)) })).filter((group) => group.hexes.length);
  const next = Math.max(-1, ...before.map(({ id }) => id)) + 1;
  const added = hexes.filter((hex) => !known.has(hex));
  if (!moving) return added.length ? [...kept, { id: next, delay: null, hexes: added }] : kept;
  const fresh = [...wave(added, sources)];
  const delays = [...new Set(fresh.map(([, delay]) => delay - (delay % TOGETHER)))];
  return [
    ...kept,
    ...delays.map((delay, i) => ({
      id: next + i,
      delay,
      hexes: fresh.filter(([, own]) => own - (own % TOGETHER) === delay).map(([hex]) => hex).sort((a, b) => a - b),
    })),
  ];
}
