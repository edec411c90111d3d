// Every step of a table that is set by hand, kept on this device.
import { store, stored } from "../lib/stored";

const KEY = "kingdom-builder score";
/** The number of steps that can be undone; the oldest are forgotten first. */
const MOST = 200;

interface Kept {
  past: string[];
  present: string;
  future: string[];
}

const isKept = (value: unknown): value is Kept =>
  typeof value === "object" &&
  value !== null &&
  "present" in value &&
  typeof value.present === "string" &&
  [("past" in value && value.past) || null, ("future" in value && value.future) || null].every(Array.isArray);

/** The states of a form as texts: the present one, those before it, and those that were undone. */
export class StepHistory {
  #kept = $state.raw<Kept>({ past: [], present: "", future: [] });

  constructor() {
    const found = stored(KEY);
    if (isKept(found)) this.#kept = found;
  }

  /** The present state; empty if there is none. */
  get present() {
    return this.#kept.present;
  }

  get canUndo() {
    return this.#kept.past.length > 0;
  }

  get canRedo() {
    return this.#kept.future.length > 0;
  }

  /** Take a step to another state. */
  record(state: string) {
    const { past, present } = this.#kept;
    if (state === present) return;
    this.#keep({ past: present ? [...past, present].slice(-MOST) : past, present: state, future: [] });
  }

  undo() {
    const { past, present, future } = this.#kept;
    if (past.length) this.#keep({ past: past.slice(0, -1), present: past.at(-1)!, future: [present, ...future] });
  }

  redo() {
    const { past, present, future } = this.#kept;
    if (future.length) this.#keep({ past: [...past, present], present: future[0]!, future: future.slice(1) });
  }

  /** Undo the last step, so that it cannot be redone. */
  revoke() {
    const { past, future } = this.#kept;
    if (past.length) this.#keep({ past: past.slice(0, -1), present: past.at(-1)!, future });
  }

  #keep(kept: Kept) {
    this.#kept = kept;
    store(KEY, kept);
  }
}

/** A state as the fragment of a link. */
export const toFragment = (state: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(state))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The state of a fragment; null if it is not one. */
export function fromFragment(fragment: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(fragment.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
