// Tells a player about their turn: a sound, a notification.
import { t } from "../texts/texts.svelte";
import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

/** Play two soft tones. A browser plays none before the first click. */
function chime() {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") return;
    [660, 880].forEach((pitch, i) => {
      const at = context!.currentTime + i * 0.14;
      const tone = context!.createOscillator();
      const volume = context!.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.0001, at);
      volume.gain.exponentialRampToValueAtTime(0.12, at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.3);
      tone.connect(volume).connect(context!.destination);
      tone.start(at);
      tone.stop(at + 0.32);
    });
  } catch {
    // There is no sound on this device; the title changes anyway.
  }
}

/** Notify the player at the beginning of their turn; call it while a component is created. */
export function notifyOnTurn(mine: () => boolean, over: () => boolean) {
  let before = mine();
  $effect(() => {
    const now = mine();
    if (now && !before && !over()) {
      if (settings.sound) chime();
      if (settings.notify && document.visibilityState === "hidden" && typeof Notification !== "undefined" && Notification.permission === "granted")
        new Notification("Kingdom Builder", { body: t("table.your_turn"), tag: "turn" });
    }
    before = now;
  });
}
