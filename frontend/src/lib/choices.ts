// What the server offers; it does not change while the page is open.
import type { Choices } from "../generated/protocol";
import { get } from "./api";

let asked: Promise<Choices> | null = null;

export function choices(): Promise<Choices> {
  asked ??= get<Choices>("/api/choices").catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

/** The names of the answers that are not hexes, by number. */
export const optionNames = (all: Choices) => new Map(Object.entries(all.options).map(([name, number]) => [number, name]));
