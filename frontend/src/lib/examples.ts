// The pictures of the rules: small maps with marks, and their captions. They are loaded when a rule is first shown.
import type { BoardContents } from "../generated/protocol";
import type { Hex } from "./hexes";
import type { BoardLayout } from "./position";

/** A small map, what is on it after its moves, and what it shows. */
export interface Example {
  map: BoardLayout;
  contents: BoardContents;
  /** What may be chosen, and what may not. */
  allowed: Hex[];
  forbidden: Hex[];
  /** The hexes that earn the gold. */
  earning: Hex[];
  /** The piece that moves, if there is one. */
  moving: Hex[];
  /** What was built, and what moved from where to where. */
  built: Hex[];
  moved: [Hex, Hex][];
  gold: number | null;
  /** Whether it shows what is possible, not what is impossible. */
  positive: boolean;
}

let loading: Promise<Record<string, Example[]>> | null = null;

/** The examples of all entries of the rules, by the id of the entry. */
export function loadExamples(): Promise<Record<string, Example[]>> {
  loading ??= import("../generated/examples.json").then((module) => module.default as unknown as Record<string, Example[]>);
  return loading;
}
