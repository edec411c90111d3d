// The log: entries in words, in the order of the table. What an entry means depends on the tile in use before it.
import type { Entry } from "../generated/protocol";
import type { Hex } from "../lib/hexes";
import type { Piece } from "../lib/position";
import { type LogLine, logLines } from "../lib/sentences";

const FREES = new Set(["end_turn"]);

export function wordsOf(entries: Entry[], names: string[], pieces: ReadonlyMap<Hex, Piece>): LogLine[] {
  const lines: LogLine[] = [];
  let using: string | null = null;
  for (const entry of entries) {
    lines.push(...logLines(entry, names, pieces, using));
    if (entry.kind === "undo") using = null;
    else if (entry.kind === "answer" && entry.word && (entry.answer ?? 0) >= 450) using = FREES.has(entry.word) ? null : entry.word;
  }
  return lines;
}
