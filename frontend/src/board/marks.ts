// What a board shows besides the pieces.
import type { Hex } from "../lib/hexes";
import type { PieceKind } from "../lib/position";

const NONE: ReadonlySet<Hex> = new Set();

export interface Marks {
  /** May be chosen now. */
  legal: ReadonlySet<Hex>;
  /** Changed by the last turn. */
  fresh: ReadonlySet<Hex>;
  /** Lit up because something points at it: a number, a line of the log, a hint. */
  lit: ReadonlySet<Hex>;
  /** The free hexes that force adjacency, or whatever else stands in the way. */
  forcing: ReadonlySet<Hex>;
  /** Where a piece could go that would be picked up. */
  targets: ReadonlySet<Hex>;
  /** The piece that is picked up. */
  picked: Hex | null;
}

export const noMarks: Marks = { legal: NONE, fresh: NONE, lit: NONE, forcing: NONE, targets: NONE, picked: null };

/** A piece that would stand where the pointer is. */
export interface Ghost {
  kind: PieceKind | "wall" | "scout" | null;
  seat: number;
}

/** A small tag at a hex. */
export interface Tag {
  hex: Hex;
  lines: string[];
  tone: "good" | "plain";
}
