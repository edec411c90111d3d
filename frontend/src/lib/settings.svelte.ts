// What this browser prefers; kept on this device alone.
export type Theme = "system" | "light" | "dark";
export type Motion = "system" | "full" | "reduced";
export type Language = "system" | "en" | "fr";
export type Speed = "skip" | "fast" | "normal" | "slow";

interface Settings {
  language: Language;
  theme: Theme;
  motion: Motion;
  speed: Speed;
  sound: boolean;
  notify: boolean;
  askBeforeEnd: boolean;
  warnFinal: boolean;
  name: string;
}

const KEY = "kingdom-builder";
const DEFAULTS: Settings = {
  language: "system",
  theme: "system",
  motion: "system",
  speed: "normal",
  sound: true,
  notify: false,
  askBeforeEnd: true,
  warnFinal: true,
  name: "",
};

function load(): Settings {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = $state(load());

const wishesDark = matchMedia("(prefers-color-scheme: dark)");
const wishesLess = matchMedia("(prefers-reduced-motion: reduce)");
const system = $state({ dark: wishesDark.matches, less: wishesLess.matches });
wishesDark.addEventListener("change", () => (system.dark = wishesDark.matches));
wishesLess.addEventListener("change", () => (system.less = wishesLess.matches));

export const dark = () => (settings.theme === "system" ? system.dark : settings.theme === "dark");
export const still = () => (settings.motion === "system" ? system.less : settings.motion === "reduced");

/** Keep what is set, and let the document follow it; to be called once, inside a component. */
export function keepSettings() {
  $effect(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // A browser that stores nothing keeps the settings until it is closed.
    }
  });
  $effect(() => {
    document.documentElement.dataset.theme = dark() ? "dark" : "light";
    document.documentElement.dataset.motion = still() ? "reduced" : "full";
  });
}
