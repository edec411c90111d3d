// The settings of this browser, which are stored on this device only.
import { store, stored } from "./stored";

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
  /** How loud it is, from 0 to 1. */
  volume: number;
  notify: boolean;
  askBeforeEnd: boolean;
  warnFinal: boolean;
  /** How long the server thinks about a hint; 0 is a quick hint. */
  hintSeconds: number;
  name: string;
}

const KEY = "kingdom-builder";
const DEFAULTS: Settings = {
  language: "system",
  theme: "system",
  motion: "system",
  speed: "normal",
  // On a phone others may be listening.
  sound: !matchMedia("(pointer: coarse)").matches,
  volume: 0.7,
  notify: false,
  askBeforeEnd: true,
  warnFinal: true,
  hintSeconds: 0,
  name: "",
};

export const settings = $state<Settings>({ ...DEFAULTS, ...(stored(KEY) as Partial<Settings> | null) });

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const prefersReduced = matchMedia("(prefers-reduced-motion: reduce)");
const system = $state({ dark: prefersDark.matches, reduced: prefersReduced.matches });
prefersDark.addEventListener("change", () => (system.dark = prefersDark.matches));
prefersReduced.addEventListener("change", () => (system.reduced = prefersReduced.matches));

export const dark = () => (settings.theme === "system" ? system.dark : settings.theme === "dark");
export const still = () => (settings.motion === "system" ? system.reduced : settings.motion === "reduced");

/** Store the settings and apply them to the document; call it once, while a component is created. */
export function keepSettings() {
  $effect(() => store(KEY, settings));
  $effect(() => {
    document.documentElement.dataset.theme = dark() ? "dark" : "light";
    document.documentElement.dataset.motion = still() ? "reduced" : "full";
  });
}
