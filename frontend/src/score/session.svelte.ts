// A table that is scored: what is on it, its steps, its gold, and what is to be said about it.
import { untrack } from "svelte";
import type { ScoredPosition } from "../generated/protocol";
import { post } from "../lib/api";
import { loadCatalogue } from "../lib/catalogue";
import { errorText } from "../lib/errors";
import type { Hex } from "../lib/hexes";
import { type BoardHex, NOTHING, boardContents, boardHexes } from "../lib/position";
import { named, t } from "../texts/texts.svelte";
import { Brush } from "./brush.svelte";
import { ScoreForm } from "./form.svelte";
import { StepHistory, fromFragment } from "./history.svelte";
import { scoredLayout } from "./layout";
import { Scoring, type ShownGain } from "./scoring.svelte";
import { noneLeft, spentPieces } from "./spent";

/** Milliseconds without a change before the server is asked for the score. */
const PAUSE = 120;
const ask = (position: object) => post<ScoredPosition>("/api/score", position);

export class ScoreSession {
  form = $state.raw<ScoreForm>();
  brush = $state.raw<Brush>();
  /** The gold whose hexes are shown. */
  shown = $state.raw<ShownGain | null>(null);
  readonly scoring = new Scoring(ask);
  readonly steps = new StepHistory();
  /** Why the table cannot be scored. */
  #problem = $state("");
  /** Why the last step had no effect. A score that arrives does not remove it. */
  #notice = $state("");

  readonly scored = $derived(this.scoring.scored);
  /** The form, unless a position file is shown. */
  readonly editing = $derived(this.form && !this.form.pasted ? this.form : null);
  readonly layout = $derived(this.form?.pasted ? this.scored && scoredLayout(this.scored) : this.form?.layout);
  readonly hexes = $derived(this.layout ? boardHexes(this.layout) : new Map<Hex, BoardHex>());
  readonly contents = $derived.by(() => {
    const found = this.scored ? boardContents(this.scored.contents) : NOTHING;
    return this.editing ? { ...found, ...this.editing.contents } : found;
  });
  readonly message = $derived(this.#obstacle() || this.#notice || this.#problem);
  readonly #isPainting = $derived(Boolean(this.brush?.hexes));

  /** Begin with the table that is kept on this device. Call it while a component is made. */
  constructor() {
    loadCatalogue().then(
      (catalogue) => {
        const form = new ScoreForm(catalogue);
        if (form.restore(this.steps.present)) form.step = "pieces";
        this.form = form;
        this.brush = new Brush(form);
      },
      (error: unknown) => (this.#problem = errorText(error)),
    );

    $effect(() => {
      if (this.#isPainting) return;
      const state = this.form?.state;
      if (state) untrack(() => this.steps.record(state));
    });

    $effect(() => {
      if (this.form) this.#layOut(this.form, this.form.emptyBoard);
    });

    // A stroke is one question to the server, at its end.
    $effect(() => {
      if (!this.form || this.#isPainting) return;
      const { form } = this;
      const position: object | null = form.pasted ? JSON.parse(form.pasted) : form.position;
      if (!position) return;
      const timer = setTimeout(() => this.#score(form, position), PAUSE);
      return () => clearTimeout(timer);
    });
  }

  /** Show the table of a link; undo shows the table before it again. */
  openLink(form: ScoreForm, fragment: string): void {
    const isTable = untrack(() => form.restore(fromFragment(fragment) ?? ""));
    this.#notice = isTable ? "" : t("tool.bad_link");
    if (isTable) form.step = "scores";
  }

  readonly undo = (): void => {
    this.steps.undo();
    this.#show(this.steps.present);
  };

  readonly redo = (): void => {
    this.steps.redo();
    this.#show(this.steps.present);
  };

  /** Begin with an empty table; it is a step that can be undone. */
  readonly startAgain = (): void => {
    this.#show(new ScoreForm(this.form!.catalogue).state);
    this.form!.step = "board";
  };

  /** Show a position file; return what is wrong with it. */
  readonly read = async (text: string): Promise<string> => {
    try {
      this.scoring.show(await ask(JSON.parse(text)));
    } catch (error) {
      return error instanceof SyntaxError ? t("tool.not_json") : errorText(error);
    }
    this.form!.pasted = text;
    this.#problem = this.#notice = "";
    return "";
  };

  /** Remove what is said about the last step. */
  readonly clear = (): void => {
    this.#notice = "";
    this.shown = null;
  };

  #show(state: string): void {
    this.clear();
    this.form?.restore(state);
  }

  /** Why the last stroke left out hexes, in words. */
  #obstacle(): string {
    const tool = this.form?.tool;
    const of = tool && this.form?.fieldOf(tool)?.of;
    if (!this.brush?.obstacle || !of) return "";
    if (this.brush.obstacle === "none_left") return noneLeft(this.form!.seat, of);
    return t(this.brush.obstacle === "taken" ? "tool.taken" : "tool.no_place", { piece: named(`piece.${of}`) });
  }

  /** Ask for the map of the board, unless the form has another board by then. */
  async #layOut(form: ScoreForm, board: ScoreForm["emptyBoard"]): Promise<void> {
    try {
      const ground = await ask(board);
      if (form.emptyBoard === board) form.ground = ground;
    } catch (error) {
      this.#problem = errorText(error);
    }
  }

  async #score(form: ScoreForm, position: object): Promise<void> {
    const { pieces } = form.placed;
    const reply = await this.scoring.ask(position);
    if (!reply) return;
    if ("scored" in reply) {
      this.#problem = "";
      form.learn(reply.scored, pieces);
      return;
    }
    const spent = spentPieces(reply.error, form.catalogue.fields);
    if (!spent) this.#problem = errorText(reply.error);
    else if (position === form.position) this.#revoke(spent);
  }

  /** Take back the last step, for which there are not enough pieces. */
  #revoke(reason: string): void {
    this.steps.revoke();
    this.#show(this.steps.present);
    this.#notice = reason;
  }
}
