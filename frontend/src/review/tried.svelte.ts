// A turn of a finished game that the reader tries again.
import type { GradedTurn, ReviewedTurn, Table, TriedTurn as Reply } from "../generated/protocol";
import { errorText } from "../lib/errors";
import { TrialTurn } from "../table/trying.svelte";
import { type Shown, comparedHexes } from "./compare";

export class TriedTurn {
  /** Which turn the board shows when this one has its grade. */
  shown = $state<Shown>("both");
  grade = $state.raw<GradedTurn | null>(null);
  problem = $state("");
  #trial: TrialTurn<Reply>;

  constructor(
    game: string,
    readonly turn: ReviewedTurn,
    table: Table,
  ) {
    const { seat, begun } = turn;
    this.#trial = new TrialTurn(`/api/games/${game}/try`, seat, { seat, answers: begun }, ({ grade }) => (this.grade = grade));
    // The reader plays the seat, and nobody is away from a game that is over.
    this.store.table = { ...table, my_seats: [seat], seats: table.seats.map((each) => ({ ...each, connected: true, seconds_away: null })) };
  }

  get store() {
    return this.#trial.store;
  }

  /** What is marked on the board: this turn beside the better one. */
  compared = $derived.by(() => {
    const { grade, turn } = this;
    return grade && { compared: comparedHexes({ played: grade.played, better: turn.better, same: grade.mark === "best" }, this.shown), seat: turn.seat };
  });

  /** Show the moment at which the turn begins. */
  async begin() {
    try {
      const { view } = await this.#trial.ask();
      this.#trial.begin(this.store.table!, view);
    } catch (error) {
      this.problem = errorText(error);
    }
  }
}
