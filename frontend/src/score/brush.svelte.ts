// Strokes over a board: a press or a drag puts pieces or terrain on hexes, or takes them away. A stroke is one step.
import type { Hex } from "../lib/hexes";
import type { ScoreForm } from "./form.svelte";
import { type Placed, isThere, put, take } from "./tools";

/** Why a hex does not get what the tool puts there. */
export type Obstacle = "no_place" | "taken" | "none_left";

export class Brush {
  /** The hexes that the stroke has changed so far; null between strokes. */
  hexes = $state.raw<ReadonlySet<Hex> | null>(null);
  /** Why the stroke left out a hex: none is left, or its only hex may not have it. */
  obstacle = $state.raw<Obstacle | null>(null);
  /** Whether the stroke takes away. */
  erases = $state(false);
  readonly #form: ScoreForm;
  #before: Placed | null = null;
  #seen = new Set<Hex>();

  constructor(form: ScoreForm) {
    this.#form = form;
  }

  /** Begin at a hex. A stroke that begins on a piece of the chosen kind takes such pieces away. */
  begin(hex: Hex) {
    const { tool, placed } = this.#form;
    if (!tool) return;
    this.#before = placed;
    this.#seen = new Set();
    this.obstacle = null;
    this.erases = tool.puts === "nothing" || isThere(placed, tool, this.#form.fieldOf(tool), hex);
    this.hexes = new Set();
    this.over([hex]);
  }

  /** Go on over other hexes. */
  over(hexes: Hex[]) {
    const { tool } = this.#form;
    if (!tool || !this.hexes) return;
    const fresh = hexes.filter((hex) => !this.#seen.has(hex));
    const changed = fresh.filter((hex) => {
      this.#seen.add(hex);
      return this.erases ? this.#take(hex) : this.#put(hex);
    });
    if (changed.length) this.hexes = new Set([...this.hexes, ...changed]);
  }

  /** End the stroke. A press on one hex that has another piece replaces it. */
  end() {
    const { tool } = this.#form;
    const [only, ...others] = this.#seen;
    if (tool && this.hexes && only !== undefined && !others.length && !this.hexes.size) {
      const why = this.#form.obstacle(tool, only);
      if (why === "taken") this.#replace(only);
      else this.obstacle = why;
    }
    this.hexes = null;
  }

  /** Give up the stroke: the board is as before. */
  cancel() {
    if (this.hexes && this.#before) this.#form.placed = this.#before;
    this.hexes = null;
    this.obstacle = null;
  }

  /** Press one hex. */
  tap(hex: Hex) {
    this.begin(hex);
    this.end();
  }

  #put(hex: Hex): boolean {
    const { tool, placed } = this.#form;
    if (!tool || isThere(placed, tool, this.#form.fieldOf(tool), hex)) return false;
    const why = this.#form.obstacle(tool, hex);
    if (why === "none_left") this.obstacle = why;
    if (why) return false;
    this.#form.placed = put(placed, tool, this.#form.fieldOf(tool), hex);
    return true;
  }

  #take(hex: Hex): boolean {
    const { tool, placed } = this.#form;
    if (!tool) return false;
    const at = tool.puts === "nothing" && tool.on === "pieces" ? this.#form.pieceAt(hex) : hex;
    if (!isThere(placed, tool, this.#form.fieldOf(tool), at)) return false;
    this.#form.placed = take(placed, tool, at);
    return true;
  }

  #replace(hex: Hex) {
    const { tool, placed } = this.#form;
    const without = take(placed, { puts: "nothing", on: "pieces" }, this.#form.pieceAt(hex));
    this.#form.placed = without;
    const why = this.#form.obstacle(tool!, hex);
    if (!why) this.#form.placed = put(without, tool!, this.#form.fieldOf(tool!), hex);
    else {
      this.#form.placed = placed;
      this.obstacle = why;
    }
  }
}
