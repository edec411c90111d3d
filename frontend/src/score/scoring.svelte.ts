// The score of a table, which the server counts. Replies may come in any order.
import type { ScoredPosition } from "../generated/protocol";
import type { Hex } from "../lib/hexes";

/** A number of the scores whose hexes are lit. One that was pressed stays. */
export interface ShownGain {
  seat: number;
  source: string;
  kept: boolean;
}

export class Scoring {
  scored = $state.raw<ScoredPosition | null>(null);
  /** How much gold the last change brought every player. */
  changes = $state.raw<number[]>([]);
  readonly #post: (position: object) => Promise<ScoredPosition>;
  #asked = 0;
  #shown = 0;

  constructor(post: (position: object) => Promise<ScoredPosition>) {
    this.#post = post;
  }

  /** Ask for the score of a position and show it. Return null if a later question has been answered first, or if an error is not about the newest one. */
  async ask(position: object): Promise<{ scored: ScoredPosition } | { error: unknown } | null> {
    const number = ++this.#asked;
    try {
      const scored = await this.#post(position);
      if (number < this.#shown) return null;
      this.#shown = number;
      this.show(scored);
      return { scored };
    } catch (error) {
      return number === this.#asked ? { error } : null;
    }
  }

  /** The hexes that earn a number. */
  hexesOf(shown: ShownGain | null): Hex[] {
    const lines = shown ? this.scored?.players[shown.seat]?.lines : undefined;
    return lines?.find(({ source }) => source === shown!.source)?.hexes ?? [];
  }

  /** Show a score. */
  show(scored: ScoredPosition) {
    const before = this.scored?.players ?? [];
    const isSame = before.length === scored.players.length;
    this.changes = scored.players.map(({ total }, seat) => (isSame ? total - before[seat]!.total : 0));
    this.scored = scored;
  }
}
