// The state of one table as one viewer sees it: what the host sent, and the commands that are not stored yet.
import type { Entry, Preview, Refusal, Rule, SocketChat, Table, View } from "../generated/protocol";
import { newId } from "../lib/api";
import type { Hex } from "../lib/hexes";
import type { Position } from "../lib/position";
import type { Command, Connect, ServerMessage, Transport, TransportListener } from "../transport/transport";
import { Playback } from "./playback.svelte";

type Connection = "connecting" | "online" | "lost" | "closed";

const MOVES = new Set(["answer", "undo"]);

export class TableStore implements TransportListener {
  table = $state.raw<Table | null>(null);
  view = $state.raw<View | null>(null);
  events = $state.raw<Entry[]>([]);
  connection = $state<Connection>("connecting");
  /** Why the host closed the connection. */
  closed = $state.raw<Refusal | null>(null);
  /** The error of the last command that was rejected. */
  error = $state.raw<Refusal | null>(null);
  /** Why a hex is not offered. */
  whyNot = $state.raw<{ hex: Hex; reason: Rule } | null>(null);
  previews = $state.raw<ReadonlyMap<number, Preview>>(new Map());
  /** Whether a command is not stored yet. */
  busy = $state(false);
  readonly board = new Playback();

  #transport: Transport;
  #lastSeq = 0;
  #pending = new Map<string, Command>();
  #requestedPreviews = new Set<number>();

  constructor(
    connect: Connect,
    readonly seat: number | null,
  ) {
    this.#transport = connect(this);
  }

  get position(): Position | null {
    return (this.view?.position as Position | undefined) ?? null;
  }

  get myTurn() {
    return this.view !== null && this.seat !== null && this.view.to_play === this.seat;
  }

  /** Close the connection. */
  close() {
    this.board.stop();
    this.#transport.close();
  }

  answer(answer: number) {
    this.#submit({ type: "answer", id: newId(), at: this.#lastSeq, answer });
  }

  undo(whole_turn: boolean) {
    this.#submit({ type: "undo", id: newId(), at: this.#lastSeq, whole_turn });
  }

  pass() {
    this.#submit({ type: "pass", id: newId(), at: this.#lastSeq });
  }

  chat(content: { text: string } | { phrase: NonNullable<SocketChat["phrase"]> }) {
    this.#submit({ type: "chat", id: newId(), ...content });
  }

  requestWhyNot(hex: Hex) {
    this.#transport.send({ type: "why_not", hex });
  }

  /** Request what an answer would do, once for each question. */
  requestPreview(answer: number) {
    if (this.#requestedPreviews.has(answer) || !this.myTurn) return;
    this.#requestedPreviews.add(answer);
    this.#transport.send({ type: "preview", answer });
  }

  clearWhyNot() {
    this.whyNot = null;
  }

  lastSeq() {
    return this.#lastSeq;
  }

  onLost() {
    this.connection = "lost";
  }

  onClosed(reason: Refusal) {
    this.connection = "closed";
    this.closed = reason;
  }

  onMessage(message: ServerMessage) {
    switch (message.type) {
      case "welcome":
        this.connection = "online";
        this.table = message.table;
        this.#applyUpdate(message.entries, message.view, this.#lastSeq > 0);
        for (const command of this.#pending.values()) this.#transport.send(command);
        break;
      case "news":
        this.#applyUpdate(message.entries, message.view, true);
        break;
      case "table":
        this.table = message.table;
        break;
      case "done":
        this.#settle(message.id);
        break;
      case "refused":
        if (message.id) this.#settle(message.id);
        if (message.code !== "stale" && !(message.code === "not_your_turn" && !message.id)) this.error = message;
        break;
      case "why_not":
        this.whyNot = message.reason && { hex: message.hex, reason: message.reason };
        break;
      case "preview":
        if (message.preview) this.previews = new Map(this.previews).set(message.answer, message.preview);
        break;
    }
  }

  #submit(command: Command) {
    this.#pending.set(command.id, command);
    this.busy = true;
    this.#transport.send(command);
  }

  #settle(id: string) {
    this.#pending.delete(id);
    this.busy = this.#pending.size > 0;
  }

  /** Take over new events and the view after them; `animate` says whether moves may be shown one by one. */
  #applyUpdate(events: Entry[], view: View | null, animate: boolean) {
    const before = this.view;
    if (events.length) {
      this.events = [...this.events, ...events];
      this.#lastSeq = events.at(-1)!.number;
    }
    this.view = view;
    if (!view) return;
    const moves = events.filter((event) => MOVES.has(event.kind));
    if (moves.length || !before) {
      this.previews = new Map();
      this.#requestedPreviews.clear();
      this.whyNot = null;
      this.error = null;
    }
    const byOthers = moves.some((move) => move.seat !== this.seat || move.by !== "player");
    this.board.markRecent(moves, before !== null && view.turn > before.turn + 1);
    this.board.update(this.position!, moves, animate && before !== null && byOthers);
  }
}
