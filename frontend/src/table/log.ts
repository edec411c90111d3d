// The lines of the log in the reader's language, in the order of the events.
import type { LogLine, TableEvent } from "../generated/protocol";
import { say } from "../texts/texts.svelte";

/** A line of the log with the number of its event and its text. */
export interface ShownLine extends LogLine {
  seq: number;
  text: string;
}

/** A log that grows with its game: each event is put into words once. */
export class GameLog {
  #lines: ShownLine[] = [];
  #events = 0;

  constructor(
    readonly names: string[],
    readonly you: number | null = null,
  ) {}

  /** The lines of these events, which begin with those of the last call. */
  lines(events: TableEvent[]): ShownLine[] {
    for (const { seq, lines } of events.slice(this.#events))
      this.#lines.push(...lines.map((line) => ({ ...line, seq, text: say(line.sentence, this.names, this.you) })));
    this.#events = events.length;
    return [...this.#lines];
  }
}
