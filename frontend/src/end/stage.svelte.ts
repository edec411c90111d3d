// What is shown after the last move: the count card by card, then the result, and the board whenever it is wanted.
import type { TableStore } from "../table/store.svelte";

export class EndStage {
  /** Whether the cards have been counted; they are not if the game was over when it was opened. */
  counted = $state(false);
  /** Whether the player looks at the board again. */
  atBoard = $state(false);
  /** Whether the result has just come up after the last move. */
  fresh = $state(false);
  #store: () => TableStore | undefined;

  /** Call it while a component is created. */
  constructor(store: () => TableStore | undefined) {
    this.#store = store;
    let opened = false;
    $effect(() => {
      const game = store()?.game;
      if (game && !game.over) {
        this.counted = this.atBoard = false;
        this.fresh = true;
      } else if (game && !opened) this.counted = true;
      opened = !!game;
    });
  }

  /** Whether the result takes the place of the table. */
  get result() {
    return !!this.#store()?.game?.over && this.counted && !this.atBoard;
  }

  /** Show the board and the log again. */
  lookAtBoard = () => {
    this.atBoard = true;
    this.fresh = false;
  };
}
