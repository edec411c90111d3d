// What a player does while a command is on its way. It is done in the position that follows, so that no click is lost.

/** Does something; returns whether what the player did after it may follow. */
export type Act = () => boolean;

interface WaitingAct {
  act: Act;
  /** The answer that it gives, if that is known. */
  answer: number | null;
  /** The turn that it is meant for. */
  turn: number;
}

export class Waiting {
  #acts = $state.raw<WaitingAct[]>([]);

  /** The answers that wait, in their order. */
  get answers(): number[] {
    return this.#acts.flatMap(({ answer }) => (answer === null ? [] : [answer]));
  }

  /** Let something wait. The same answer twice in a row is a double click; `before` is the answer on its way. */
  add(waiting: WaitingAct, before: number | null) {
    const last = this.#acts.length ? this.#acts.at(-1)!.answer : before;
    if (waiting.answer === null || waiting.answer !== last) this.#acts = [...this.#acts, waiting];
  }

  clear() {
    if (this.#acts.length) this.#acts = [];
  }

  /** Do what waits as long as it is `possible`. What was meant for another turn is forgotten, and what follows something impossible. */
  proceed(turn: number, possible: () => boolean) {
    while (this.#acts.length && possible()) {
      const [first, ...rest] = this.#acts;
      this.#acts = rest;
      if (first!.turn !== turn || !first!.act()) this.clear();
    }
  }
}
