// A puzzle as a table: the player's turn so far is sent with every request, and nothing is stored on the server.
import type { Catalogue, ClientMessage, Preview, PuzzleGrade, PuzzleInfo, PuzzleStep, PuzzleTable, Reason, TableEvent, View } from "../generated/protocol";
import { ApiError, get, post } from "../lib/api";
import { loadCatalogue } from "../lib/catalogue";
import { errorText } from "../lib/errors";
import { type Shown, comparedHexes } from "../review/compare";
import { TableStore } from "../table/store.svelte";
import type { Transport, TransportListener } from "../transport/transport";
import { count } from "./progress.svelte";

export class PuzzleGame {
  info = $state.raw<PuzzleInfo>();
  catalogue = $state.raw<Catalogue>();
  store = $state.raw<TableStore>();
  grade = $state.raw<PuzzleGrade>();
  /** Whether the turn is being graded. */
  grading = $state(false);
  problem = $state("");
  shown = $state<Shown>("both");
  #start: PuzzleTable | undefined;
  /** The events of the turn so far. */
  #turn: TableEvent[] = [];
  #listener: TransportListener | undefined;
  #seq = 0;

  constructor(readonly id: string) {}

  compared = $derived.by(() => (this.grade && this.#start ? { compared: comparedHexes(this.grade, this.shown), seat: this.#start.seat } : null));

  async load() {
    try {
      const [start, catalogue] = await Promise.all([get<PuzzleTable>(`/api/puzzles/${this.id}`), loadCatalogue()]);
      this.#start = start;
      this.#seq = start.view.public.seq;
      this.catalogue = catalogue;
      this.info = start.info;
      const store = new TableStore((listener) => this.#connect(listener), start.seat);
      this.#listener!.onMessage({ type: "snapshot", table: start.table, events: start.events, earlier_gold: [], view: start.view });
      this.store = store;
    } catch (error) {
      this.problem = errorText(error);
    }
  }

  /** Grade the turn; its end may be missing. */
  async check() {
    if (this.grading || this.grade || !this.#start) return;
    this.grading = true;
    this.problem = "";
    try {
      const grade = await this.#post<PuzzleGrade>("grade");
      count(this.id, grade.mark);
      const played = this.store!.view!;
      // The board shows the turn that was played. Nothing is asked while the turns are compared.
      this.#update(this.#undone(0), { ...played, public: { ...played.public, over: true, to_play: null }, you: null });
      this.shown = "both";
      this.grade = grade;
    } catch (error) {
      this.problem = errorText(error);
    } finally {
      this.grading = false;
    }
  }

  /** Play the turn again. */
  retry() {
    this.grade = undefined;
    if (this.#start) this.#update(this.#undone(this.#turn.length), this.#start.view);
  }

  #post<T>(path: string, more: object = {}): Promise<T> {
    return post<T>(`/api/puzzles/${this.id}/${path}`, { answers: this.#turn.map(({ answer }) => answer!), ...more });
  }

  #connect(listener: TransportListener): Transport {
    this.#listener = listener;
    return { send: (message) => void this.#send(message), reconnect: () => {}, close: () => {} };
  }

  async #send(message: ClientMessage) {
    const listener = this.#listener!;
    const id = "id" in message ? message.id : undefined;
    try {
      if (message.type === "preview") {
        const preview = await this.#post<Preview | null>("preview", { answer: message.answer });
        listener.onMessage({ type: "preview", answer: Number(message.answer), preview });
      } else if (message.type === "why_not") {
        const reason = await this.#post<Reason | null>("why-not", { hex: message.hex });
        listener.onMessage({ type: "why_not", hex: Number(message.hex), reason });
      } else if (message.type === "answer" && message.answer === this.catalogue!.options.end_turn) await this.check();
      else if (message.type === "answer") {
        const answers = [...this.#turn.map(({ answer }) => answer!), message.answer];
        const { event, view } = await post<PuzzleStep>(`/api/puzzles/${this.id}/answers`, { answers });
        this.#turn = [...this.#turn, event!];
        this.#update(event!, view);
      } else if (message.type === "undo") {
        const kept = message.whole_turn ? [] : this.#turn.slice(0, -1);
        const { view } = await post<PuzzleStep>(`/api/puzzles/${this.id}/answers`, { answers: kept.map(({ answer }) => answer!) });
        this.#update(this.#undone(this.#turn.length - kept.length), view);
      }
      if (id) listener.onMessage({ type: "ack", id, seq: 0 });
    } catch (error) {
      if (error instanceof ApiError && id) listener.onMessage({ type: "error", id, ...error.detail });
      else if (id) {
        this.problem = errorText(error);
        listener.onMessage({ type: "ack", id, seq: 0 });
      }
    }
  }

  /** Take back the last answers of the turn; return the event of that. */
  #undone(last: number): TableEvent {
    const undone = last ? this.#turn.slice(-last) : [];
    this.#turn = last ? this.#turn.slice(0, -last) : this.#turn;
    const changes = undone.flatMap(({ changes = [] }) => changes).map((change) => ({ ...change, placed: change.removed, removed: change.placed }));
    return { seq: 0, kind: "undo", seat: this.#start!.seat, by: "player", time: 0, count: last, changes, lines: [] };
  }

  /** Show a view after an event; both get the next number. */
  #update(event: TableEvent, view: View) {
    this.#seq += 1;
    const seq = this.#seq;
    this.#listener!.onMessage({ type: "update", events: [{ ...event, seq }], view: { ...view, public: { ...view.public, seq } } });
  }
}
