// The title of the document: that of the address, or one that a screen gives it.
const NAME = "Kingdom Builder";
const own = $state({ title: "" });

/** The title of something in the game. */
export const titleOf = (text: string) => (text ? `${text} – ${NAME}` : NAME);

/** Give the document a title as long as the component exists; call it while a component is created. */
export function giveTitle(title: () => string) {
  $effect(() => {
    own.title = title();
    return () => (own.title = "");
  });
}

/** Show the title of the address unless a screen gives another one; call it once, while a component is created. */
export function showTitle(title: () => string) {
  $effect(() => {
    document.title = own.title || titleOf(title());
  });
}
