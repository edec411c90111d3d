// A turn of a finished game that the reader tries again: the store of a table whose host stores nothing.
import type { ClientMessage, ErrorDetail, GradedTurn, ReviewedTurn, Table, TriedTurn as Tried, TryTurnRequest } from "../generated/protocol";
import { ApiError, post } from "../lib/api";
import { errorText } from "../lib/errors";
import { TableStore } from "../table/store.svelte";
import type { TransportListener } from "../transport/transport";

type Moves = NonNullable<TryTurnRequest["moves"]>;

export class TriedTurn {
  grade = $state.raw<GradedTurn | null>(null);
  problem = $state("");
  readonly store: TableStore;
  #listener!: TransportListener;
  #moves: Moves = [];

  constructor(
    readonly game: string,
    readonly turn: ReviewedTurn,
    table: Table,
  ) {
    this.store = new TableStore((listener) => {
      this.#listener = listener;
      return { send: (message) => void this.#receive(message), reconnect: () => {}, close: () => {} };
    }, turn.seat);
    // The reader plays the seat, and nobody is away from a game that is over.
    this.store.table = { ...table, my_seats: [turn.seat], seats: table.seats.map((seat) => ({ ...seat, connected: true, seconds_away: null })) };
  }

  /** Show the moment at which the turn begins. */
  async begin() {
    try {
      const { view } = await this.#ask([]);
      this.#listener.onMessage({ type: "snapshot", table: this.store.table!, earlier_gold: [], events: [], view });
    } catch (error) {
      this.problem = errorText(error);
    }
  }

  async #receive(message: ClientMessage) {
    try {
      if (message.type === "answer") await this.#move(message.id, Number(message.answer));
      else if (message.type === "undo") await this.#move(message.id, message.whole_turn ? "undo_turn" : "undo");
      else if (message.type === "preview") {
        const answer = Number(message.answer);
        const { preview } = await this.#ask(this.#moves, { preview: answer });
        this.#listener.onMessage({ type: "preview", answer, preview });
      } else if (message.type === "why_not") {
        const hex = Number(message.hex);
        const { reason } = await this.#ask(this.#moves, { why_not: hex });
        this.#listener.onMessage({ type: "why_not", hex, reason });
      }
    } catch (error) {
      this.#failed("id" in message ? message.id : null, error);
    }
  }

  async #move(id: string, move: Moves[number]) {
    const moves = [...this.#moves, move];
    const { events, view, grade } = await this.#ask(moves);
    this.#moves = moves;
    const last = this.#listener.lastSeq();
    this.#listener.onMessage({ type: "update", events: events.filter(({ seq }) => seq > last), view });
    this.#listener.onMessage({ type: "ack", id, seq: view.public.seq });
    this.grade = grade;
  }

  #ask(moves: Moves, question: Pick<TryTurnRequest, "preview" | "why_not"> = {}): Promise<Tried> {
    return post<Tried>(`/api/games/${this.game}/try`, { seat: this.turn.seat, answers: this.turn.begun, moves, ...question });
  }

  /** A preview that fails is only missing; a move is explained. */
  #failed(id: string | null, error: unknown) {
    if (id === null) return;
    const lost: ErrorDetail = { code: "unavailable", message: "", sentence: null, reason: null, seq: null };
    this.#listener.onMessage({ type: "error", id, ...(error instanceof ApiError ? error.detail : lost) });
  }
}
