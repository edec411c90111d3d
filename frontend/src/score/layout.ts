// Boards put together from the maps of sections, for the tool that scores a table.
import type { ScoredPosition, SectionMap } from "../generated/protocol";
import { type Coordinates, fromCoordinates, fromKey, hexAt, nameOf } from "../lib/hexes";
import type { BoardLayout } from "../lib/position";

const QUADRANT_ROWS = 10;
const ISLAND_ROWS = 5;

/** The board of a position file: rows of letters with L for every location, and the locations by key. */
export interface Rows {
  rows: string[];
  locations: Record<string, string>;
}

export const quadrantsOf = (maps: SectionMap[]) => maps.filter((map) => map.rows.length === QUADRANT_ROWS);

/** The board of four sections, each turned by 0 or 180 degrees, with painted hexes over it. */
export function layOut(sections: [string, number][], maps: SectionMap[], painted: ReadonlyMap<string, string> = new Map()): Rows {
  const rows = Array.from({ length: 20 }, () => Array<string>(20).fill("G"));
  const locations: Record<string, string> = {};
  const put = (row: number, column: number, code: string, tile: string | undefined) => {
    rows[row]![column] = tile ? "L" : code;
    if (tile) locations[`${row},${column}`] = tile;
    else delete locations[`${row},${column}`];
  };
  sections.forEach(([name, turn], quadrant) => {
    const map = maps.find((one) => one.name === name);
    map?.rows.forEach((row, i) =>
      [...row].forEach((code, j) => {
        const [r, c] = turn === 180 ? [9 - i, 9 - j] : [i, j];
        put(r + 10 * Math.floor(quadrant / 2), c + 10 * (quadrant % 2), code, map.locations[code]);
      }),
    );
  });
  for (const [key, code] of painted) {
    const [row, column] = key.split(",").map(Number);
    put(row!, column!, code, code.startsWith("tile:") ? code.slice(5) : undefined);
  }
  return { rows: rows.map((row) => row.join("")), locations };
}

/** What the board shows of these rows, and of a side of the Island. */
export function boardLayout({ rows, locations }: Rows, island: string, maps: SectionMap[]): BoardLayout {
  const names = Object.entries(locations).map(([key, tile]) => [nameOf(fromKey(key)), tile] as const);
  const side = maps.find((map) => map.rows.length === ISLAND_ROWS && map.name.includes(island));
  const islandRows = island && side ? side.rows : null;
  islandRows?.forEach((row, r) =>
    [...row].forEach((code, c) => {
      const tile = side!.locations[code];
      if (tile) names.push([nameOf(hexAt(r, c, true)), tile]);
    }),
  );
  return {
    rows,
    island_rows: islandRows?.map((row) => row.replace(/\d/g, "L")) ?? null,
    locations: Object.fromEntries(names),
    nomad_tiles: {},
    capitols: [],
    caves: [],
  };
}

/** What the board shows of a position that the server has read. */
export function scoredLayout({ rows, island_rows, locations, position }: ScoredPosition): BoardLayout {
  const names = (hexes: Coordinates[]) => hexes.map((at) => nameOf(fromCoordinates(at)));
  return { rows, island_rows, locations, nomad_tiles: {}, capitols: names(position.capitols), caves: names(position.caves) };
}
