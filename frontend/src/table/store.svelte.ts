// The state of one table as one viewer sees it: what the host sent, and the commands that are not stored yet.
import type {
  ErrorDetail,
  Preview,
  PublicView,
  Reason,
  SeatView,
  ServerMessage,
  SocketChat,
  Table,
  TableEvent,
  View,
} from "../generated/protocol";
import { ApiError, Unreachable, newId } from "../lib/api";
import type { Hex } from "../lib/hexes";
import { noteAnswer, noteShown } from "../lib/pace";
import type { Command, Connect, Transport, TransportListener } from "../transport/transport";
import { goldSoFar } from "./graph";
import { Playback } from "./playback.svelte";
import { type Act, Waiting } from "./waiting.svelte";

type Connection = "connecting" | "online" | "lost" | "closed";

/** Milliseconds after which a command that is not stored yet is shown to be on its way. */
const SLOW = 250;

/** Whether an event changes the game. */
export const isMove = ({ kind }: TableEvent) => kind === "answer" || kind === "undo";

export class TableStore implements TransportListener {
  table = $state.raw<Table | null>(null);
  /** When each player was last connected, on the clock of `performance.now`; null for those who are, and for bots. */
  awaySince = $state.raw<(number | null)[]>([]);
  view = $state.raw<View | null>(null);
  /** The events that are known, without gaps. Older ones are read when somebody wants to see them. */
  events = $state.raw<TableEvent[]>([]);
  /** Every player's gold at the beginning of the game and at the end of each turn, as far as it is before these events. */
  earlierGold = $state.raw<number[][]>([]);
  readingEarlier = $state(false);
  connection = $state<Connection>("connecting");
  /** Why the host closed the connection. */
  closed = $state.raw<ErrorDetail | null>(null);
  /** The error of the last command that was rejected. */
  error = $state.raw<ErrorDetail | null>(null);
  /** Why a hex is not offered. */
  whyNot = $state.raw<{ hex: Hex; reason: Reason } | null>(null);
  previews = $state.raw<ReadonlyMap<number, Preview>>(new Map());
  /** Whether a command is not stored yet or its event is still on its way, and whether that takes so long that the page shows it. */
  busy = $state(false);
  slow = $state(false);
  /** The answer that is on its way. */
  #sent = $state<number | null>(null);
  #waiting = new Waiting();
  /** Called with each move when the board shows it, except those before the first view. */
  onShown: (move: TableEvent) => void = () => {};
  readonly board = new Playback((move) => this.view && this.onShown(move));

  #transport: Transport;
  #lastSeq = 0;
  /** The last view received. The one shown is older while the moves that lead to it are shown. */
  #received: View | null = null;
  #pending = new Map<string, Command>();
  #requestedPreviews = new Set<number>();
  /** Whether all events are read again, because names and messages were deleted from some of them. */
  #rereading = false;
  #slowly: ReturnType<typeof setTimeout> | undefined;
  /** The last event of an own command that the server has acknowledged. */
  #acknowledged = 0;

  constructor(
    connect: Connect,
    readonly seat: number | null,
    readonly readPage: (before: number) => Promise<TableEvent[]> = async () => [],
  ) {
    this.#transport = connect(this);
  }

  /** What everybody may know of the game; null before it has started. */
  get game(): PublicView | null {
    return this.view?.public ?? null;
  }

  /** What only this seat knows; null for spectators. */
  get you(): SeatView | null {
    return this.view?.you ?? null;
  }

  get myTurn() {
    return this.game !== null && this.seat !== null && this.game.to_play === this.seat;
  }

  /** The answers that the player has given and that are not shown yet. */
  get given(): number[] {
    return this.#sent === null ? this.#waiting.answers : [this.#sent, ...this.#waiting.answers];
  }

  /** Whether there are events before those that are known. */
  get hasEarlier() {
    return (this.events[0]?.seq ?? 1) > 1;
  }

  /** Read a page of the events before those that are known. */
  async readEarlier() {
    const before = this.events[0]?.seq ?? 1;
    if (this.readingEarlier || before <= 1) return;
    this.readingEarlier = true;
    try {
      const page = await this.readPage(before);
      if (this.events[0]?.seq !== before) return;
      const totals = goldSoFar(page).length;
      this.earlierGold = this.earlierGold.slice(0, Math.max(0, this.earlierGold.length - totals));
      this.events = [...page, ...this.events];
    } catch (error) {
      if (error instanceof ApiError) this.error = error.detail;
      else if (!(error instanceof Unreachable)) throw error;
    } finally {
      this.readingEarlier = false;
    }
  }

  /** Close the connection. */
  close() {
    this.board.stop();
    clearTimeout(this.#slowly);
    this.#transport.close();
  }

  /** Do something in the last position received, or in the one after the commands on their way if it is in the same turn. */
  whenReady(act: Act, answer: number | null = null) {
    if (this.board.running) this.board.skip();
    if (!this.busy) act();
    else this.#waiting.add({ act, answer, turn: this.game?.turn ?? 0 }, this.#sent);
  }

  answer(answer: number) {
    noteAnswer();
    this.#sent = answer;
    this.#submit({ type: "answer", id: newId(), seen_seq: this.#lastSeq, answer });
  }

  undo(whole_turn: boolean) {
    this.#submit({ type: "undo", id: newId(), seen_seq: this.#lastSeq, whole_turn });
  }

  pass() {
    this.#submit({ type: "pass", id: newId(), seen_seq: this.#lastSeq });
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
    return this.#rereading ? 0 : this.#lastSeq;
  }

  onLost() {
    this.connection = "lost";
  }

  onClosed(reason: ErrorDetail) {
    this.connection = "closed";
    this.closed = reason;
  }

  onMessage(message: ServerMessage) {
    switch (message.type) {
      case "snapshot":
        this.connection = "online";
        this.#receiveTable(message.table);
        if (this.#rereading) this.#replaceEvents(message.events, message.view, message.earlier_gold);
        else this.#applyUpdate(message.events, message.view, this.#lastSeq > 0, message.earlier_gold);
        for (const command of this.#pending.values()) this.#transport.send(command);
        break;
      case "update":
        this.#applyUpdate(message.events, message.view, true);
        break;
      case "table":
        this.#receiveTable(message.table);
        break;
      case "ack":
        this.#acknowledged = Math.max(this.#acknowledged, message.seq);
        this.#settle(message.id);
        break;
      case "error":
        if (message.id) {
          this.#waiting.clear();
          this.#settle(message.id);
        }
        if (message.code !== "stale" && !(message.code === "not_your_turn" && !message.id)) this.error = message;
        break;
      case "why_not":
        this.whyNot = message.reason && { hex: message.hex, reason: message.reason };
        break;
      case "preview":
        // It is of no use, and would delay what is shown next, if the question is answered already.
        if (this.busy) this.#requestedPreviews.delete(message.answer);
        else if (message.preview) this.previews = new Map(this.previews).set(message.answer, message.preview);
        break;
    }
  }

  #receiveTable(table: Table) {
    const now = performance.now();
    this.table = table;
    this.awaySince = table.seats.map(({ seconds_away }) => (seconds_away === null ? null : now - seconds_away * 1000));
  }

  #submit(command: Command) {
    this.#pending.set(command.id, command);
    this.busy = true;
    clearTimeout(this.#slowly);
    this.#slowly = setTimeout(() => (this.slow = this.busy), SLOW);
    this.#transport.send(command);
  }

  #settle(id: string) {
    this.#pending.delete(id);
    this.#updateBusy();
    this.#proceed();
  }

  #updateBusy() {
    this.busy = this.#pending.size > 0 || this.#acknowledged > this.#lastSeq;
    this.slow &&= this.busy;
    if (!this.busy) this.#sent = null;
  }

  /** Do what waits, if the last position received is shown. */
  #proceed() {
    const ready = () => !this.busy && this.game?.seq === this.#received?.public.seq;
    if (this.game) this.#waiting.proceed(this.game.turn, ready);
  }

  /** Forget the events that are known and take these, without showing their moves again. */
  #replaceEvents(events: TableEvent[], view: View | null, earlierGold: number[][]) {
    this.#rereading = false;
    this.events = events.filter(({ seq }) => seq <= this.#lastSeq);
    this.earlierGold = earlierGold;
    const later = events.filter(({ seq }) => seq > this.#lastSeq);
    this.#applyUpdate(later, view, true, earlierGold);
  }

  /**
   * Take over new events and the view after them; `animate` says whether moves may be shown one by one before it. If events
   * between the known and the new ones are missing, only the new ones are known; `earlierGold` is the gold before them.
   */
  #applyUpdate(events: TableEvent[], view: View | null, animate: boolean, earlierGold: number[][] = []) {
    const before = this.#received?.public ?? null;
    const follows = !events.length || events[0]!.seq === this.#lastSeq + 1;
    if (follows && this.#lastSeq > 0 && events.some(({ kind }) => kind === "redacted")) {
      this.#rereading = true;
      this.#transport.reconnect();
    }
    if (events.length) this.#lastSeq = events.at(-1)!.seq;
    this.#updateBusy();
    this.#received = view;
    const at = Date.now();
    const show = () => {
      if (!follows) [this.events, this.earlierGold] = [events, earlierGold];
      else if (events.length) this.events = [...this.events, ...events];
      this.view = view && aged(view, Date.now() - at);
      this.#proceed();
    };
    const after = view?.public;
    if (!after) return show();
    const moves = events.filter(isMove);
    if (moves.length || !before) {
      this.previews = new Map();
      this.#requestedPreviews.clear();
      this.whyNot = null;
      this.error = null;
    }
    const byOthers = moves.some((move) => move.seat !== this.seat || move.by !== "player");
    this.board.update(after.contents.pieces, moves, animate && follows && before !== null && byOthers, () => {
      this.board.markRecent(moves, before !== null && after.turn > before.turn + 1);
      if (moves.length) noteShown();
      show();
    });
  }
}

/** A view that is shown some milliseconds after it was received: less time is left. */
const aged = (view: View, milliseconds: number): View =>
  view.clock ? { ...view, clock: { ...view.clock, seconds_left: Math.max(0, view.clock.seconds_left - milliseconds / 1000) } } : view;
