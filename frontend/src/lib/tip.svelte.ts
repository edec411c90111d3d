// Tooltips: shown while an element is pointed at, focused, or pressed long.
import type { Attachment } from "svelte/attachments";

interface Tip {
  text: string;
  /** The entry of the rules whose picture is shown too. */
  entry: string | null;
  box: DOMRect | null;
}

export const shownTip = $state<Tip>({ text: "", entry: null, box: null });
const LONG_PRESS = 450;

let shownBy: Element | null = null;

function hide() {
  shownTip.box = null;
  shownBy = null;
}

/**
 * A tooltip for an element, with the picture of an entry of the rules. Give a function for a text that changes: it is
 * called when the tooltip is shown, and changes of the text do not update the element. `clicked`: a click shows it too, on
 * an element that does nothing else.
 */
export function tip(text: string | (() => string), entry: string | null = null, clicked = false): Attachment<HTMLElement | SVGElement> {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let long = false;
    const show = () => {
      shownBy = node;
      shownTip.text = typeof text === "string" ? text : text();
      shownTip.entry = entry;
      shownTip.box = node.getBoundingClientRect();
    };
    // Later, because a removed element loses the focus while Svelte is still updating.
    const leave = () => queueMicrotask(() => shownBy === node && hide());
    const over = (event: Event) => (event as PointerEvent).pointerType !== "touch" && show();
    const down = (event: Event) => {
      if ((event as PointerEvent).pointerType !== "touch") return hide();
      long = false;
      timer = setTimeout(() => {
        long = true;
        show();
      }, LONG_PRESS);
    };
    const up = () => clearTimeout(timer);
    const focus = () => node.matches(":focus-visible") && show();
    const click = (event: Event) => {
      if (!long && clicked) show();
      if (!long) return;
      long = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const listeners: [string, (event: Event) => void][] = [
      ["pointerenter", over],
      ["pointerleave", leave],
      ["pointerdown", down],
      ["pointerup", up],
      ["pointercancel", up],
      ["focus", focus],
      ["blur", leave],
    ];
    for (const [name, listener] of listeners) node.addEventListener(name, listener);
    node.addEventListener("click", click, { capture: true });
    return () => {
      clearTimeout(timer);
      leave();
      for (const [name, listener] of listeners) node.removeEventListener(name, listener);
      node.removeEventListener("click", click, { capture: true });
    };
  };
}
