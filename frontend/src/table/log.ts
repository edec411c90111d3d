// The lines of the log in the reader's language, in the order of the events, and joined by turns.
import type { LogLine, TableEvent } from "../generated/protocol";
import { say } from "../texts/texts.svelte";
import { type Turn, turnTold } from "./turns";

/** A line of the log with the number of its event and its text. */
export interface ShownLine extends LogLine {
  seq: number;
  /** What no other line has; it stays when earlier events are read. */
  key: number;
  text: string;
}

/** No event has so many lines. */
const MOST_LINES = 100;

/** A log that grows with its game: each event is put into words once. */
export class GameLog {
  #lines: ShownLine[] = [];
  #events = 0;
  #first: TableEvent | undefined;

  constructor(
    readonly names: string[],
    readonly you: number | null = null,
  ) {}

  /** The lines of these events. If they begin with those of the last call, only what is new is put into words. */
  lines(events: TableEvent[]): ShownLine[] {
    if (events[0] !== this.#first) [this.#lines, this.#events, this.#first] = [[], 0, events[0]];
    for (const { seq, lines } of events.slice(this.#events))
      this.#lines.push(...lines.map((line, i) => ({ ...line, seq, key: seq * MOST_LINES + i, text: say(line.sentence, this.names, this.you) })));
    this.#events = events.length;
    return [...this.#lines];
  }
}

/** An entry of the shown log: a turn with all its lines, or a line about the table itself, which has no player. */
export interface LogEntry {
  id: number;
  seat: number | null;
  lines: ShownLine[];
  /** All of it in one line. */
  told: string;
  /** By how much the turn has changed the player's gold; null if it is not known. */
  gold: number | null;
}

const BEGINS_TURN = "log.drew.turn";

/** The lines of a game by its turns. */
export function logEntries(lines: ShownLine[], turns: Turn[]): LogEntry[] {
  const entries: LogEntry[] = [];
  const endings = new Set(turns.map(({ ended }) => ended));
  let [current, next, ended]: [LogEntry | null, number, number | null] = [null, 0, null];
  for (const line of lines) {
    // What a player does at the table in a turn, such as passing, belongs to the turn.
    if (line.kind === "table" && (line.seat === null || !current || ended !== null)) {
      entries.push({ id: line.key, seat: null, lines: [line], told: line.text, gold: null });
      continue;
    }
    // The event that ends a turn also shows the card of the next one.
    if (ended !== null && (line.seq > ended || line.sentence.key === BEGINS_TURN)) current = ended = null;
    if (!current) {
      const turn = turns[next++];
      entries.push((current = { id: line.key, seat: turn?.seat ?? line.seat, lines: [], told: turnTold(turn?.steps ?? []), gold: turn?.gold ?? null }));
    }
    current.lines.push(line);
    if (line.kind === "turn" && endings.has(line.seq)) ended = line.seq;
  }
  for (const entry of entries) entry.told ||= entry.lines.at(-1)!.text;
  return entries;
}
