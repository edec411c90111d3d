// What a board shows besides the pieces.
import type { GoldChange } from "../generated/protocol";
import type { Hex } from "../lib/hexes";

const NONE: ReadonlySet<Hex> = new Set();

export interface Marks {
  /** May be chosen now. */
  legal: ReadonlySet<Hex>;
  /** Changed by this turn or the one before it. */
  recent: ReadonlySet<Hex>;
  /** Highlighted because the pointer is on a number, a line of the log or a hint. */
  lit: ReadonlySet<Hex>;
  /** Why a hex may not be chosen, such as the free hexes that force adjacency. */
  forcing: ReadonlySet<Hex>;
  /** Where the piece that the pointer is on could move. */
  targets: ReadonlySet<Hex>;
  /** The hexes that a piece of several hexes would cover. */
  footprint: ReadonlySet<Hex>;
  /** The piece that is being moved. */
  picked: Hex | null;
  /** Chosen by the player, and on the way to the host. */
  given: ReadonlySet<Hex>;
}

export const noMarks: Marks = { legal: NONE, recent: NONE, lit: NONE, forcing: NONE, targets: NONE, footprint: NONE, picked: null, given: NONE };

/** The hexes of a set that a drawing has. */
export const shownOf = (marked: ReadonlySet<Hex>, hexes: ReadonlyMap<Hex, unknown>) => [...marked].filter((hex) => hexes.has(hex));

/** The piece that an answer would put where the pointer is. */
export interface Ghost {
  kind: string | null;
  seat: number;
}

/** A small label beside a hex. */
export interface Tag {
  hex: Hex;
  /** Gold by its sources. */
  gold: GoldChange[];
  lines: string[];
}

/**
 * A hex of two turns that are compared: `same` in both, `better` in the better one only, `played` in the other one only.
 * `from`: the better turn moves or removes the piece that is there. `blocked`: it puts something else there, as a wall.
 */
export interface ComparedHex {
  hex: Hex;
  kind: "same" | "better" | "blocked" | "played" | "from";
  /** The place in the order of the turn; null without one. */
  number: number | null;
}

/** Two turns of a player that are compared. */
export interface Compared {
  compared: ComparedHex[];
  seat: number;
}
