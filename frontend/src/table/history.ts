// The log: entries in words, in the order of the table. What an entry means depends on what was done before it.
import type { TableEvent } from "../generated/protocol";
import { FIRST_OPTION, type Hex } from "../lib/hexes";
import type { PieceKind } from "../lib/position";
import { type LogLine, type Moment, logLines } from "../lib/sentences";

const TOKENS: Record<string, PieceKind> = { lighthouse: "ship", wagon: "wagon", barracks: "warrior" };

/** A log that grows with its game, so that a long one costs no more than a short one. */
export class Chronicle {
  #lines: LogLine[] = [];
  #told = 0;
  #moments: Moment[] = [{ using: null, placing: "settlement", tokens: new Map(), terrain: null }];

  /** `start` is the seat that began. */
  constructor(
    readonly names: string[],
    readonly start: number,
  ) {}

  /** The lines of these entries; they begin with those that were told before. */
  of(entries: TableEvent[]): LogLine[] {
    for (const entry of entries.slice(this.#told)) {
      const now = this.#moments.at(-1)!;
      this.#lines.push(...logLines(entry, this.names, now, this.start));
      if (entry.kind === "undo") this.#moments.splice(Math.max(1, this.#moments.length - (entry.count ?? 1)));
      else if (entry.kind === "answer" || entry.kind === "started") this.#moments.push(after(entry, now));
    }
    this.#told = entries.length;
    return [...this.#lines];
  }
}

function after(entry: TableEvent, now: Moment): Moment {
  const word = (entry.answer ?? 0) >= FIRST_OPTION ? (entry.answer_name ?? null) : null;
  const using = word === null ? now.using : word === "end_turn" ? null : word;
  const terrain = entry.terrain ?? (word === "end_turn" ? null : now.terrain);
  return { using, placing: TOKENS[word ?? ""] ?? "settlement", tokens: tokensAfter(entry, now), terrain };
}

function tokensAfter(entry: TableEvent, now: Moment): ReadonlyMap<Hex, PieceKind> {
  const tokens = new Map(now.tokens);
  for (const { placed, removed } of entry.changes ?? []) {
    const kind = removed.length ? tokens.get(removed[0]!) : now.placing;
    removed.forEach((hex) => tokens.delete(hex));
    if (kind && kind !== "settlement") placed.forEach((hex) => tokens.set(hex, kind));
  }
  return tokens;
}
