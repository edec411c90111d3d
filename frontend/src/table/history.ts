// The log of a game in sentences. What an event means depends on the events before it.
import type { TableEvent } from "../generated/protocol";
import { FIRST_OPTION, type Hex } from "../lib/hexes";
import type { PieceKind } from "../lib/position";
import { type LogLine, type Moment, logLines } from "../lib/sentences";

const TOKENS: Record<string, PieceKind> = { lighthouse: "ship", wagon: "wagon", barracks: "warrior" };

/** A log that only adds lines, so that a long game costs no more than a short one. */
export class GameLog {
  #lines: LogLine[] = [];
  #count = 0;
  #moments: Moment[] = [{ using: null, placing: "settlement", tokens: new Map(), terrain: null }];

  /** `start` is the starting player. */
  constructor(
    readonly names: string[],
    readonly start: number,
  ) {}

  /** The lines of all events; the events of the last call come first. */
  lines(entries: TableEvent[]): LogLine[] {
    for (const entry of entries.slice(this.#count)) {
      const now = this.#moments.at(-1)!;
      this.#lines.push(...logLines(entry, this.names, now, this.start));
      if (entry.kind === "undo") this.#moments.splice(Math.max(1, this.#moments.length - (entry.count ?? 1)));
      else if (entry.kind === "answer" || entry.kind === "started") this.#moments.push(after(entry, now));
    }
    this.#count = entries.length;
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
