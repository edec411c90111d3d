// Transitions of something that turns over: the side that is seen closes, then the other one opens.
import type { TransitionConfig } from "svelte/transition";
import { moving } from "./pace";

/** `duration`: the milliseconds of the whole turn. */
interface Turn {
  duration: number;
}

const closed = (part: number) => `transform: scaleX(${part})`;

/** The first half. With `in:`, of a side that is seen only then. */
export function closing(_: Element, { duration }: Turn, { direction }: { direction: "in" | "out" | "both" }): TransitionConfig {
  return { duration: moving() ? duration / 2 : 0, css: (t, u) => `opacity: 1; ${closed(direction === "in" ? u : t)}` };
}

/** The second half. */
export function opening(_: Element, { duration }: Turn): TransitionConfig {
  const half = moving() ? duration / 2 : 0;
  return { delay: half, duration: half, css: (t) => closed(t) };
}
