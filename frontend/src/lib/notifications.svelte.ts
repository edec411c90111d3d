// Tells a player about their turn while the page is in the background.
import { t } from "../texts/texts.svelte";
import { settings } from "./settings.svelte";

/** Notify the player at the beginning of their turn; call it while a component is created. */
export function notifyOnTurn(mine: () => boolean, over: () => boolean) {
  let before = mine();
  $effect(() => {
    const now = mine();
    if (now && !before && !over()) {
      if (settings.notify && document.visibilityState === "hidden" && typeof Notification !== "undefined" && Notification.permission === "granted")
        new Notification("Kingdom Builder", { body: t("table.your_turn"), tag: "turn" });
    }
    before = now;
  });
}
