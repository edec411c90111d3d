// The review of a finished game: loading it, and the turn of it that is shown.
import { ApiError, get } from "../lib/api";
import { errorText } from "../lib/errors";
import { ReplayedGame } from "../replay/game.svelte";
import { lastingAnswers } from "../table/turns";
import { type Shown, comparedHexes } from "./compare";
import type { ReviewDocument, ReviewState, Table } from "../generated/protocol";
import { tableAddress } from "../lib/tables";
import { firstSeat, firstTurn, nextMistake, turnsOfSeat } from "./reading";

/** Seconds that the server waits for the review before it says how far it is. */
const WAIT = 1;

const HOME = { path: "/", label: "app.home" } as const;

export class ReviewedGame {
  review = $state.raw<ReviewDocument>();
  mySeats = $state.raw<number[]>([]);
  /** How much of the game has been reviewed. */
  progress = $state(0);
  #problem = $state("");
  /** What there is to see if there can be no review: the table of a game that is not over, or the start page. */
  instead = $state.raw<{ path: string; label: "review.to_table" | "app.home" } | null>(null);
  /** The index of the turn that is shown. */
  at = $state(0);
  shown = $state<Shown>("both");
  readonly replay: ReplayedGame;

  problem = $derived.by(() => this.#problem || this.replay.problem);
  turn = $derived.by(() => this.review?.turns[this.at]);
  /** The player whose turns are shown. */
  seat = $derived.by(() => this.turn?.seat ?? 0);
  /** The indexes of the player's turns, and the place of the one that is shown. */
  turns = $derived.by(() => (this.review ? turnsOfSeat(this.review, this.seat) : []));
  place = $derived.by(() => this.turns.indexOf(this.at));
  mistake = $derived.by(() => (this.review ? nextMistake(this.review, this.seat, this.at) : null));
  #answers = $derived.by(() => lastingAnswers(this.replay.history?.events ?? []).map(({ seq }) => seq));

  /** What is marked on the board; nothing until it shows the moment of the turn. */
  compared = $derived.by(() => {
    const { turn, shown } = this;
    if (!turn) return null;
    return { compared: this.replay.shown?.seq === this.#moment() ? comparedHexes(turn, shown) : [], seat: turn.seat };
  });

  constructor(
    readonly id: string,
    readonly onshown: (turn: number) => void,
  ) {
    this.replay = new ReplayedGame(id, () => {});
  }

  /** Load the review, show a turn of it by its number; without one, the most important turn of the reader. */
  async load(turn: number | null) {
    this.#problem = this.replay.problem = "";
    this.instead = null;
    try {
      const found = await this.#wait();
      if (!found.review) return;
      const { review, my_seats } = found;
      const wanted = review.turns.findIndex((each) => each.turn === turn);
      this.mySeats = my_seats;
      this.at = wanted >= 0 ? wanted : firstTurn(review, firstSeat(review, my_seats));
      this.review = review;
      await this.replay.load(1);
      if (!this.replay.left) this.goTo(this.at);
    } catch (error) {
      const code = error instanceof ApiError ? error.detail.code : "";
      if (code === "not_over") await this.#findTable();
      else if (code === "not_found") this.instead = HOME;
      this.#problem = errorText(error);
    }
  }

  /** Find the table of a game that is not over: its players may see it. */
  async #findTable() {
    const found = (table: Table) => ({ path: tableAddress(table), label: "review.to_table" }) as const;
    this.instead = await get<Table>(`/api/tables/${this.id}`).then(found, () => HOME);
  }

  /** Wait until the review is made, or the reader goes to another page. */
  async #wait(): Promise<ReviewState> {
    for (;;) {
      const found = await get<ReviewState>(`/api/games/${this.id}/review?wait=${WAIT}`);
      if (found.review || this.replay.left) return found;
      this.progress = found.progress;
    }
  }

  leave() {
    this.replay.leave();
  }

  /** Show the turn of an index. */
  goTo(at: number) {
    if (at !== this.at) this.shown = "both";
    this.at = at;
    if (this.turn) this.onshown(this.turn.turn);
    this.#showMoment();
  }

  /** Show a turn of the same player that is this many turns later. */
  step(by: number) {
    const at = this.turns[Math.min(this.turns.length - 1, Math.max(0, this.place + by))];
    if (at !== undefined) this.goTo(at);
  }

  /** Show the turns of another player, from about the same time on. */
  choose(seat: number) {
    const turns = turnsOfSeat(this.review!, seat);
    this.goTo(turns.find((i) => i >= this.at) ?? turns.at(-1) ?? this.at);
  }

  toNextMistake() {
    if (this.mistake !== null) this.goTo(this.mistake);
  }

  show(shown: Shown) {
    this.shown = shown;
    this.#showMoment();
  }

  #showMoment() {
    this.replay.show(this.#moment());
  }

  /** The event after which the board is shown: before the turn for the better one alone, or else after it. */
  #moment(): number {
    const n = this.turn ? (this.shown === "better" ? this.turn.begun : this.turn.ended) : 0;
    return this.#answers[n - 1] ?? (this.#answers[0] ?? 2) - 1;
  }
}
