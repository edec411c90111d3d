// The log: entries in words, in the order of the table. What an entry means depends on what was done before it.
import type { Entry } from "../generated/protocol";
import { FIRST_OPTION, type Hex } from "../lib/hexes";
import type { PieceKind } from "../lib/position";
import { type LogLine, type Moment, logLines } from "../lib/sentences";

const TOKENS: Record<string, PieceKind> = { lighthouse: "ship", wagon: "wagon", barracks: "warrior" };

/** The lines of some entries from the first on; `start` is the seat that began. */
export function wordsOf(entries: Entry[], names: string[], start: number): LogLine[] {
  const lines: LogLine[] = [];
  const moments: Moment[] = [{ using: null, placing: "settlement", tokens: new Map(), terrain: null }];
  for (const entry of entries) {
    const now = moments.at(-1)!;
    lines.push(...logLines(entry, names, now, start));
    if (entry.kind === "undo") moments.splice(Math.max(1, moments.length - (entry.count ?? 1)));
    else if (entry.kind === "answer" || entry.kind === "started") moments.push(after(entry, now));
  }
  return lines;
}

function after(entry: Entry, now: Moment): Moment {
  const word = (entry.answer ?? 0) >= FIRST_OPTION ? (entry.word ?? null) : null;
  const using = word === null ? now.using : word === "end_turn" ? null : word;
  const terrain = entry.terrain ?? (word === "end_turn" ? null : now.terrain);
  return { using, placing: TOKENS[word ?? ""] ?? "settlement", tokens: tokensAfter(entry, now), terrain };
}

function tokensAfter(entry: Entry, now: Moment): ReadonlyMap<Hex, PieceKind> {
  const tokens = new Map(now.tokens);
  for (const { placed, removed } of entry.changes ?? []) {
    const kind = removed.length ? tokens.get(removed[0]!) : now.placing;
    removed.forEach((hex) => tokens.delete(hex));
    if (kind && kind !== "settlement") placed.forEach((hex) => tokens.set(hex, kind));
  }
  return tokens;
}
