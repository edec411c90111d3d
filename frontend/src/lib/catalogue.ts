// What tables can be made of. The server sends it once: it does not change while the page is open.
import type { Catalogue } from "../generated/protocol";
import { get } from "./api";

let loading: Promise<Catalogue> | null = null;

export function loadCatalogue(): Promise<Catalogue> {
  loading ??= get<Catalogue>("/api/catalogue").catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** The names of the answers that are not hexes, by number. */
export const optionNames = (catalogue: Catalogue) =>
  new Map(Object.entries(catalogue.options).map(([name, number]) => [number, name]));
