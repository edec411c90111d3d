// A player who answers while the last move is still in motion is faster than the motions: the next ones are left out.
import { still } from "./settings.svelte";

/** Milliseconds that the motions of a move take. */
const MOTION = 450;

let shownAt = -Infinity;
let hurriedAt = -Infinity;

/** Note that a move is shown. */
export function noteShown() {
  shownAt = performance.now();
}

/** Note that the player has answered. */
export function noteAnswer() {
  const now = performance.now();
  if (now - shownAt < MOTION) hurriedAt = now;
}

/** Whether what changes now may move. */
export const moving = () => !still() && performance.now() - hurriedAt >= MOTION;
