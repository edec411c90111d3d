// A turn that is tried, in a puzzle or again in a finished game: the store of a table whose host stores nothing.
import type { ClientMessage, Table, TableEvent, TriedMoves, TurnRequest, View } from "../generated/protocol";
import { post } from "../lib/api";
import { detailOf } from "../lib/errors";
import type { TransportListener } from "../transport/transport";
import { TableStore } from "./store.svelte";

type Moves = NonNullable<TurnRequest["moves"]>;

export class TrialTurn<Reply extends TriedMoves = TriedMoves> {
  readonly store: TableStore;
  /** The answers of the turn so far. */
  moves: Moves = [];
  #listener!: TransportListener;
  #seq = 0;

  /**
   * `path` answers what moves lead to, `where` says more in every request, `onmove` gets the reply to each move. `end` is
   * called instead of the answer that ends the turn, if it is given.
   */
  constructor(
    readonly path: string,
    seat: number,
    readonly where: object = {},
    readonly onmove: (reply: Reply) => void = () => {},
    readonly end: { answer: number; act: () => Promise<void> } | null = null,
  ) {
    this.store = new TableStore((listener) => {
      this.#listener = listener;
      return { send: (message) => void this.#receive(message), reconnect: () => {}, close: () => {} };
    }, seat);
  }

  /** Show the table when the turn begins, with the events before it. */
  begin(table: Table, view: View, events: TableEvent[] = []) {
    this.#seq = view.public.seq;
    this.#listener.onMessage({ type: "snapshot", table, events, earlier_gold: [], view });
  }

  /** Ask what moves lead to. */
  ask(moves: Moves = this.moves, question: Pick<TurnRequest, "preview" | "why_not"> = {}): Promise<Reply> {
    return post<Reply>(this.path, { ...this.where, moves, ...question });
  }

  /** Show a view after events, which get the next numbers. */
  show(view: View, events: TableEvent[] = []) {
    const numbered = events.map((event) => ({ ...event, seq: (this.#seq += 1) }));
    this.#listener.onMessage({ type: "update", events: numbered, view: { ...view, public: { ...view.public, seq: this.#seq } } });
  }

  async #receive(message: ClientMessage) {
    const listener = this.#listener;
    try {
      if (message.type === "preview") {
        const answer = Number(message.answer);
        const { preview } = await this.ask(this.moves, { preview: answer });
        listener.onMessage({ type: "preview", answer, preview });
      } else if (message.type === "why_not") {
        const hex = Number(message.hex);
        const { reason } = await this.ask(this.moves, { why_not: hex });
        listener.onMessage({ type: "why_not", hex, reason });
      } else {
        if (message.type === "answer") await this.#answer(Number(message.answer));
        else if (message.type === "undo") await this.#move(message.whole_turn ? "undo_turn" : "undo");
        listener.onMessage({ type: "ack", id: message.id, seq: 0 });
      }
    } catch (error) {
      // A preview that fails is only missing; a move is explained.
      if ("id" in message) listener.onMessage({ type: "error", id: message.id, ...detailOf(error) });
    }
  }

  async #answer(answer: number) {
    if (answer === this.end?.answer) await this.end.act();
    else await this.#move(answer);
  }

  async #move(move: Moves[number]) {
    const reply = await this.ask([...this.moves, move]);
    this.moves = reply.moves;
    this.show(reply.view, reply.events);
    this.onmove(reply);
  }
}
