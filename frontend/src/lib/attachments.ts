// What an element does when it appears, and whenever what it shows changes.
import type { Attachment } from "svelte/attachments";

/** Scroll as little as needed to see the element. */
export const intoView =
  (_shown?: unknown): Attachment<HTMLElement> =>
  (node) =>
    node.scrollIntoView({ block: "nearest" });

/** Move the focus to the element. */
export const takeFocus =
  (_shown?: unknown): Attachment<HTMLElement> =>
  (node) =>
    node.focus();
