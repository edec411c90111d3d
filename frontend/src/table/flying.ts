// How something flies over the page: on a curve from one element to another.
import { inside, middleOf } from "../board/camera";
import type { Box } from "../lib/hexes";
import type { Place } from "./flights";

/** How many straight parts the curve has, and how high it is as a part of its length. */
const [PARTS, HEIGHT] = [12, 0.14];
/** After which part of the way it becomes transparent, if it vanishes at its end. */
const VANISHING = 0.75;

/** `fitted`: it is as wide as the two places when it is there. `vanishing`: it does not stay at the end. */
interface Manner {
  fitted?: boolean;
  vanishing?: boolean;
}

/** The curve of something of a size that is placed at the corner of the window. */
export function curve(from: Box, to: Box, size: { width: number; height: number }, { fitted = false, vanishing = false }: Manner = {}): Keyframe[] {
  const [start, end] = [middleOf(from), middleOf(to)];
  const rise = HEIGHT * Math.hypot(end.x - start.x, end.y - start.y);
  const [first, last] = fitted ? [from.width / size.width, to.width / size.width] : [1, 1];
  const between = (a: number, b: number, t: number) => a + (b - a) * t;
  return Array.from({ length: PARTS + 1 }, (_, i) => {
    const t = i / PARTS;
    const x = between(start.x, end.x, t) - size.width / 2;
    const y = between(start.y, end.y, t) - 4 * rise * t * (1 - t) - size.height / 2;
    return {
      transform: `translate(${x}px, ${y}px) scale(${between(first, last, t)})`,
      opacity: vanishing ? Math.min(1, (1 - t) / (1 - VANISHING)) : 1,
    };
  });
}

const elementAt = (place: Place) =>
  document.querySelector(typeof place === "number" ? `[data-hex="${place}"]` : `[data-place="${CSS.escape(place)}"]`);

/** The element of a place; null if it is not shown. */
export function shownAt(place: Place | null): Element | null {
  const found = place === null ? null : elementAt(place);
  return found?.getBoundingClientRect().width ? found : null;
}

/** The box of an element in the window. What is outside a frame that clips it counts as at the frame's edge. */
export function boxIn(element: Element): Box {
  let { left, top, width, height }: Box = element.getBoundingClientRect();
  for (let frame = element.parentElement; frame; frame = frame.parentElement) {
    if (getComputedStyle(frame).overflow === "visible") continue;
    const { x, y } = inside(middleOf({ left, top, width, height }), { left, top, width, height }, frame.getBoundingClientRect());
    [left, top] = [x - width / 2, y - height / 2];
  }
  return { left, top, width, height };
}
