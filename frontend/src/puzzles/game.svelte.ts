// A puzzle: its turn is tried as often as the player wants, and graded when it is checked.
import type { Catalogue, PuzzleGrade, PuzzleInfo, PuzzleTable } from "../generated/protocol";
import { ApiError, get, post } from "../lib/api";
import { loadCatalogue } from "../lib/catalogue";
import { errorText } from "../lib/errors";
import { type Shown, comparedHexes } from "../review/compare";
import { TrialTurn } from "../table/trying.svelte";
import { t } from "../texts/texts.svelte";
import { count } from "./progress.svelte";

export class PuzzleGame {
  info = $state.raw<PuzzleInfo>();
  catalogue = $state.raw<Catalogue>();
  grade = $state.raw<PuzzleGrade>();
  /** Whether the turn is being graded. */
  grading = $state(false);
  problem = $state("");
  shown = $state<Shown>("both");
  #start: PuzzleTable | undefined;
  #trial = $state.raw<TrialTurn>();

  constructor(readonly id: string) {}

  store = $derived.by(() => this.#trial?.store);
  compared = $derived.by(() => (this.grade && this.#start ? { compared: comparedHexes(this.grade, this.shown), seat: this.#start.seat } : null));

  async load() {
    try {
      const [start, catalogue] = await Promise.all([get<PuzzleTable>(`/api/puzzles/${this.id}`), loadCatalogue()]);
      this.#start = start;
      this.catalogue = catalogue;
      this.info = start.info;
      this.retry();
    } catch (error) {
      this.problem = error instanceof ApiError && error.status === 404 ? t("puzzle.none") : errorText(error);
    }
  }

  /** Grade the turn; its end may be missing. */
  async check() {
    const trial = this.#trial;
    if (this.grading || this.grade || !trial) return;
    this.grading = true;
    this.problem = "";
    try {
      const grade = await post<PuzzleGrade>(`/api/puzzles/${this.id}/grade`, { answers: trial.moves });
      count(this.id, grade.mark);
      const played = trial.store.view!;
      // The board shows the turn that was played. Nothing is asked while the turns are compared.
      trial.show({ ...played, public: { ...played.public, over: true, to_play: null }, you: null });
      this.shown = "both";
      this.grade = grade;
    } catch (error) {
      this.problem = errorText(error);
    } finally {
      this.grading = false;
    }
  }

  /** Play the turn, from its beginning. */
  retry() {
    const { seat, table, view, events } = this.#start!;
    const end = { answer: this.catalogue!.options.end_turn!, act: () => this.check() };
    this.grade = undefined;
    this.problem = "";
    this.#trial = new TrialTurn(`/api/puzzles/${this.id}/try`, seat, {}, () => {}, end);
    this.#trial.begin(table, view, events);
  }
}
