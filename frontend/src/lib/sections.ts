// The maps of the board sections and of the sides of the Island. They are loaded when the first one is shown.
import type { SectionMap } from "../generated/protocol";
import { get } from "./api";
import { hexAt, nameOf } from "./hexes";
import type { BoardLayout } from "./position";

let loading: Promise<SectionMap[]> | null = null;

export function loadSections(): Promise<SectionMap[]> {
  loading ??= get<SectionMap[]>("/api/sections").catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** A section as a small board of its own, perhaps turned by 180 degrees. */
export function sectionLayout({ rows, locations }: SectionMap, turned = false): BoardLayout {
  const shown = turned ? rows.toReversed().map((row) => [...row].reverse().join("")) : rows;
  const found = shown.flatMap((row, r) => [...row].map((code, c) => [nameOf(hexAt(r, c)), locations[code]] as const));
  return { rows: shown, island_rows: null, locations: Object.fromEntries(found.filter((pair): pair is [string, string] => pair[1] !== undefined)), nomad_tiles: {}, marks: {} };
}
