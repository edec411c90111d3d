// The globals of a browser that modules read when they are loaded.
import { vi } from "vitest";

const stored = new Map<string, string>();

vi.stubGlobal("location", new URL("http://page.test/"));
vi.stubGlobal("document", { documentElement: { dataset: {} } });
vi.stubGlobal("navigator", { languages: ["en-GB"] });
vi.stubGlobal("devicePixelRatio", 1);
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal("localStorage", {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
});
