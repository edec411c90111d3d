// The keys of a page. They work everywhere but where they have another use: in fields, on the board, in dialogs.

/** Whether a key belongs to the page. */
export const isPageKey = (event: KeyboardEvent) =>
  !event.defaultPrevented && !event.altKey && !event.metaKey && !(event.target instanceof HTMLInputElement) && !document.querySelector("dialog[open]");

/** A listener that does what the keys of a page mean. */
export const pageKeys = (keys: Record<string, () => void>) => (event: KeyboardEvent) => {
  const act = keys[event.key];
  if (!act || event.ctrlKey || !isPageKey(event)) return;
  event.preventDefault();
  act();
};
