// A board that is painted by hand, for the tool that scores a table.
import drawings from "../generated/drawings.json";
import type { BoardMap, RowsLayout, ScoredPosition } from "../generated/protocol";
import { type Hex, columnOf, fromName, isIsland, nameOf, rowOf } from "../lib/hexes";
import type { BoardLayout } from "../lib/position";

/** What a hex becomes: a terrain or special hex by its letter, or the location of a tile. */
export type Paint = { code: string } | { tile: string };

/** The letter of locations on a map. */
const LOCATION = Object.entries(drawings.specials).find(([, kind]) => kind === "location")![0];

/** Terrains and special hexes by their letters, without locations: these are painted with their tile. */
export const GROUNDS = {
  terrains: Object.entries(drawings.terrains),
  specials: Object.entries(drawings.specials).filter(([code]) => code !== LOCATION),
};

/** A board with painted hexes over it. */
export function painted(ground: BoardMap, paint: ReadonlyMap<Hex, Paint>): BoardMap {
  const rows = ground.rows.map((row) => [...row]);
  const locations = { ...ground.locations };
  for (const [hex, what] of paint) {
    rows[rowOf(hex)]![columnOf(hex)] = "tile" in what ? LOCATION : what.code;
    if ("tile" in what) locations[nameOf(hex)] = what.tile;
    else delete locations[nameOf(hex)];
  }
  return { ...ground, rows: rows.map((row) => row.join("")), locations };
}

/** The board as a position file has it: rows of letters, and the locations by row and column. */
export function rowsLayout({ rows, locations }: Pick<BoardMap, "rows" | "locations">): RowsLayout {
  const onBoard = Object.entries(locations)
    .map(([name, tile]) => [fromName(name), tile] as const)
    .filter(([hex]) => !isIsland(hex));
  return { rows, locations: Object.fromEntries(onBoard.map(([hex, tile]) => [`${rowOf(hex)},${columnOf(hex)}`, tile])) };
}

/** What the board shows of a position that the server has read. */
export const scoredLayout = ({ rows, island_rows, locations, marks }: ScoredPosition): BoardLayout => ({ rows, island_rows, locations, marks, nomad_tiles: {} });
