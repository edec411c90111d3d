// One viewer's live table: the socket, what has been heard, and what is shown on the board at this moment.
import type {
  Entry,
  Preview,
  Refusal,
  Rule,
  SocketAnswer,
  SocketChat,
  SocketPass,
  SocketUndo,
  Table,
  View,
} from "../generated/protocol";
import { newId } from "./api";
import type { Hex } from "./hexes";
import { type Piece, type Position, piecesOf } from "./position";
import { settings, still } from "./settings.svelte";

type Stored = SocketAnswer | SocketUndo | SocketPass | SocketChat;
type Link = "connecting" | "online" | "lost" | "ended";

interface Told {
  type: "welcome" | "news" | "table" | "done" | "refused" | "why_not" | "preview";
  table: Table;
  entries: Entry[];
  view: View | null;
  id: string | null;
  number: number | null;
  code: string;
  message: string;
  hex: number;
  answer: number;
  reason: Rule | null;
  preview: Preview | null;
}

const STEP = { skip: 0, fast: 180, normal: 420, slow: 900 };
const LONGEST_SHOW = 8000;
const WAITS = [400, 1000, 2000, 4000, 8000];
const ASLEEP = 15_000;
const MOVE_SEEN = new Set(["answer", "undo"]);

export class LiveTable {
  table = $state.raw<Table | null>(null);
  view = $state.raw<View | null>(null);
  entries = $state.raw<Entry[]>([]);
  link = $state<Link>("connecting");
  /** Why the connection will not come back. */
  ended = $state.raw<Refusal | null>(null);
  /** The last thing that was refused, for a word about it. */
  refusal = $state.raw<Refusal | null>(null);
  /** Why a hex is not offered. */
  whyNot = $state.raw<{ hex: Hex; reason: Rule } | null>(null);
  previews = $state.raw<ReadonlyMap<number, Preview>>(new Map());
  /** The pieces on the board as they are shown; they follow the view, at the speed that is set. */
  shown = $state.raw<ReadonlyMap<Hex, Piece>>(new Map());
  /** Hexes that the turn before this one, or this one, has changed. */
  fresh = $state.raw<ReadonlySet<Hex>>(new Set());
  showing = $state(false);
  /** Whether something of ours is on its way. */
  busy = $state(false);

  #socket: WebSocket | null = null;
  #last = 0;
  #pending = new Map<string, Stored>();
  #asked = new Set<number>();
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #beaten = Date.now();
  #steps: Entry[] = [];
  #step: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    readonly path: string,
    readonly seat: number | null,
  ) {
    this.#connect();
    this.#beat = setInterval(this.#check, 5000);
    addEventListener("online", this.#again);
    document.addEventListener("visibilitychange", this.#check);
  }

  get position(): Position | null {
    return (this.view?.position as Position | undefined) ?? null;
  }

  get myTurn() {
    return this.view !== null && this.seat !== null && this.view.to_play === this.seat;
  }

  /** Leave the table. */
  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#step);
    clearInterval(this.#beat);
    removeEventListener("online", this.#again);
    document.removeEventListener("visibilitychange", this.#check);
    this.#socket?.close();
  }

  answer(answer: number) {
    this.#store({ type: "answer", id: newId(), at: this.#last, answer });
  }

  undo(whole_turn: boolean) {
    this.#store({ type: "undo", id: newId(), at: this.#last, whole_turn });
  }

  pass() {
    this.#store({ type: "pass", id: newId(), at: this.#last });
  }

  chat(words: { text: string } | { phrase: NonNullable<SocketChat["phrase"]> }) {
    this.#store({ type: "chat", id: newId(), ...words });
  }

  askWhyNot(hex: Hex) {
    this.#send({ type: "why_not", hex });
  }

  /** Ask what an answer would bring; it is asked once for each question. */
  askPreview(answer: number) {
    if (this.#asked.has(answer) || !this.myTurn) return;
    this.#asked.add(answer);
    this.#send({ type: "preview", answer });
  }

  forgetWhyNot() {
    this.whyNot = null;
  }

  /** Show at once all that has happened. */
  skip = () => {
    clearTimeout(this.#step);
    this.#steps = [];
    this.showing = false;
    if (this.position) this.shown = piecesOf(this.position);
  };

  #store(message: Stored) {
    this.#pending.set(message.id, message);
    this.busy = true;
    this.#send(message);
  }

  #send(message: object) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}${this.path}?last=${this.#last}`);
    this.#socket = socket;
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (socket === this.#socket && !this.#closed) this.#lost(event.code);
    };
  }

  #lost(code: number) {
    this.#socket = null;
    if (code >= 4400 && code < 4500) {
      this.link = "ended";
      this.ended ??= { code: code === 4404 ? "not_found" : "forbidden", message: "" };
      return;
    }
    this.link = "lost";
    this.#timer = setTimeout(() => this.#connect(), WAITS[Math.min(this.#tries++, WAITS.length - 1)]! * (0.8 + 0.4 * Math.random()));
  }

  #again = () => {
    if (this.link === "ended" || this.#closed) return;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.link = "lost";
    this.#tries = 0;
    this.#connect();
  };

  /** A device that slept may hold a socket that is dead without knowing it: begin anew. */
  #check = () => {
    const slept = Date.now() - this.#beaten > ASLEEP;
    this.#beaten = Date.now();
    if (slept && document.visibilityState === "visible") this.#again();
  };

  #hear(told: Told) {
    switch (told.type) {
      case "welcome":
        this.link = "online";
        this.#tries = 0;
        this.table = told.table;
        this.#take(told.entries, told.view, this.#last > 0);
        for (const message of this.#pending.values()) this.#send(message);
        break;
      case "news":
        this.#take(told.entries, told.view, true);
        break;
      case "table":
        this.table = told.table;
        break;
      case "done":
        this.#settle(told.id);
        break;
      case "refused":
        if (told.id !== null) this.#settle(told.id);
        if (told.code !== "stale" && !(told.code === "not_your_turn" && told.id === null)) this.refusal = told;
        break;
      case "why_not":
        this.whyNot = told.reason && { hex: told.hex, reason: told.reason };
        break;
      case "preview":
        if (told.preview) this.previews = new Map(this.previews).set(told.answer, told.preview);
        break;
    }
  }

  #settle(id: string | null) {
    if (id !== null) this.#pending.delete(id);
    this.busy = this.#pending.size > 0;
  }

  #take(entries: Entry[], view: View | null, moving: boolean) {
    const before = this.view;
    if (entries.length) {
      this.entries = [...this.entries, ...entries];
      this.#last = entries.at(-1)!.number;
    }
    this.view = view;
    if (!view) return;
    const moves = entries.filter((entry) => MOVE_SEEN.has(entry.kind));
    if (moves.length || !before) {
      this.previews = new Map();
      this.#asked.clear();
      this.whyNot = null;
      this.refusal = null;
    }
    this.#remember(moves, before?.turn ?? view.turn, view.turn);
    const others = moves.filter((entry) => entry.seat !== this.seat || entry.by !== "player");
    const pause = STEP[settings.speed];
    if (moving && before && pause && !still() && others.length && document.visibilityState === "visible") {
      this.#steps.push(...moves.filter((entry) => entry.changes?.some((c) => c.placed.length || c.removed.length)));
      if (!this.showing) this.#next();
    } else if (!this.#steps.length) {
      this.shown = piecesOf(this.position!);
    } else {
      this.skip();
    }
  }

  /** Keep a halo on what the present turn and the one before it have changed. */
  #remember(moves: Entry[], from: number, to: number) {
    const fresh = new Set(to > from + 1 ? [] : this.fresh);
    let mover = this.#mover;
    for (const move of moves) {
      if (move.seat !== mover) {
        if (move.seat !== null && this.view?.active !== undefined && mover !== null) fresh.clear();
        mover = move.seat;
      }
      for (const change of move.changes ?? []) {
        change.removed.forEach((hex) => fresh.delete(hex));
        if (move.kind === "answer") change.placed.forEach((hex) => fresh.add(hex));
      }
    }
    this.#mover = mover;
    this.fresh = fresh;
  }
  #mover: number | null = null;

  #next() {
    const step = this.#steps.shift();
    if (!step) {
      this.showing = false;
      if (this.position) this.shown = piecesOf(this.position);
      return;
    }
    this.showing = true;
    const target = piecesOf(this.position!);
    const shown = new Map(this.shown);
    for (const change of step.changes ?? []) {
      change.removed.forEach((hex) => shown.delete(hex));
      change.placed.forEach((hex) => shown.set(hex, target.get(hex) ?? { kind: "settlement", seat: change.seat }));
    }
    this.shown = shown;
    const pause = Math.min(STEP[settings.speed], LONGEST_SHOW / (this.#steps.length + 1));
    this.#step = setTimeout(() => this.#next(), pause);
  }
}
