// A card that rises when something begins, such as the player's turn.
import { moving } from "../lib/pace";

/** Milliseconds, and pixels. */
const [DURATION, HEIGHT] = [250, 6];

/** Let an element rise whenever a condition becomes true, unless a pointer is on it. */
export const rising = (condition: () => boolean) => (node: HTMLElement) => {
  let was = true;
  $effect(() => {
    const is = condition();
    if (is && !was && moving() && !node.matches(":hover"))
      node.animate({ transform: [`translateY(${HEIGHT}px)`, "none"] }, { duration: DURATION, easing: "cubic-bezier(0.2, 0.8, 0.3, 1)" });
    was = is;
  });
};
