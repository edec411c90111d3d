// The pieces that the board shows. Moves of others are shown one by one, at the speed of the settings.
import type { PieceGroup, TableEvent } from "../generated/protocol";
import type { Hex } from "../lib/hexes";
import { type Piece, piecesOf } from "../lib/position";
import { settings, still } from "../lib/settings.svelte";

/** Milliseconds for one move. */
const PAUSES = { skip: 0, fast: 180, normal: 350, slow: 900 };
/** The pause is at most this many milliseconds divided by the number of moves that wait. */
const ALL_PAUSES = 8000;

/** A move to be shown, or what is done when the moves before it have been seen. */
type Step = { move: TableEvent } | { done: () => void };

export class Playback {
  pieces = $state.raw<ReadonlyMap<Hex, Piece>>(new Map());
  /** The hexes that this turn and the one before it changed. */
  recent = $state.raw<ReadonlySet<Hex>>(new Set());
  running = $state(false);

  #target: PieceGroup[] = [];
  #steps: Step[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastMover: number | null = null;

  /** `onshown` is called with each move when it is seen, and with the last of several that are shown at once. */
  constructor(readonly onshown: (move: TableEvent) => unknown = () => {}) {}

  /** Show pieces: at once, or after the moves that led to them if these are to be seen. Then call `done`. */
  update(pieces: PieceGroup[], moves: TableEvent[], animate: boolean, done: () => void) {
    this.#target = pieces;
    const visible = moves.filter((move) => move.changes?.some((change) => change.placed.length || change.removed.length));
    this.#steps.push(...visible.map((move) => ({ move })), { done });
    if (!visible.length && moves.length) this.onshown(moves.at(-1)!);
    const seen = animate && PAUSES[settings.speed] && !still() && document.visibilityState === "visible";
    if (!this.running) {
      if (seen) this.#next();
      else this.skip();
    } else if (!seen && moves.length) this.skip();
  }

  /** Show the pieces at once. */
  skip = () => {
    this.stop();
    const steps = this.#steps;
    this.#steps = [];
    this.running = false;
    this.pieces = piecesOf(this.#target);
    const last = steps.findLast((step) => "move" in step);
    if (last) this.onshown(last.move);
    for (const step of steps) if ("done" in step) step.done();
  };

  stop() {
    clearTimeout(this.#timer);
  }

  /** Keep in `recent` what the present turn and the one before it changed; `skipped` says that turns went unseen. */
  markRecent(moves: TableEvent[], skipped: boolean) {
    const recent = new Set(skipped ? [] : this.recent);
    for (const move of moves) {
      if (move.seat !== this.#lastMover) {
        if (move.seat !== null && this.#lastMover !== null) recent.clear();
        this.#lastMover = move.seat;
      }
      for (const change of move.changes ?? []) {
        change.removed.forEach((hex) => recent.delete(hex));
        if (move.kind === "answer") change.placed.forEach((hex) => recent.add(hex));
      }
    }
    this.recent = recent;
  }

  #next() {
    const step = this.#steps.shift();
    const target = piecesOf(this.#target);
    if (!step) {
      this.running = false;
      this.pieces = target;
      return;
    }
    if ("done" in step) {
      step.done();
      this.#next();
      return;
    }
    const { move } = step;
    this.running = true;
    const pieces = new Map(this.pieces);
    for (const change of move.changes ?? []) {
      change.removed.forEach((hex) => pieces.delete(hex));
      change.placed.forEach((hex) => pieces.set(hex, target.get(hex) ?? { kind: "settlement", seat: change.seat, around: false }));
    }
    this.pieces = pieces;
    this.onshown(move);
    const pause = Math.min(PAUSES[settings.speed], ALL_PAUSES / (this.#steps.filter((other) => "move" in other).length + 1));
    this.#timer = setTimeout(() => this.#next(), pause);
  }
}
