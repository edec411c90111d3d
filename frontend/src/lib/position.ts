// What is on a board, read from a position file (docs/position-format.md) and a table's set-up.
import drawings from "../generated/drawings.json";
import type { PositionDocument, PositionPlayer, TableSetup } from "../generated/protocol";
import { type Coordinates, type Hex, fromCoordinates, fromKey, fromName, hexAt, neighbours } from "./hexes";

export type PieceKind = "settlement" | "warrior" | "ship" | "wagon" | "city_hall";

export interface Piece {
  kind: PieceKind;
  seat: number;
}

export type Special = "castle" | "nomad" | "palace" | "silo" | "location";

/** What never changes on one hex: its terrain or the kind of special hex. */
export interface BoardHex {
  hex: Hex;
  terrain: string | null;
  special: Special | null;
  /** The tile of a location. */
  tile: string | null;
  /** The tile that is on a nomad hex at the beginning. */
  nomad: string | null;
  cave: boolean;
  capitol: boolean;
}

const TERRAINS: Record<string, string> = drawings.terrains;
const SPECIALS: Record<string, string> = drawings.specials;

/** The part of a set-up that says what the hexes are. */
export type BoardLayout = Pick<TableSetup, "rows" | "island_rows" | "locations" | "nomad_tiles" | "capitols" | "caves">;

/** The hexes of a board by number. */
export function boardHexes(layout: BoardLayout): Map<Hex, BoardHex> {
  const hexes = new Map<Hex, BoardHex>();
  const add = (code: string, hex: Hex) => {
    if (code === ".") return;
    hexes.set(hex, {
      hex,
      terrain: TERRAINS[code] ?? null,
      special: (SPECIALS[code] as Special | undefined) ?? null,
      tile: null,
      nomad: null,
      cave: false,
      capitol: false,
    });
  };
  layout.rows.forEach((row, r) => [...row].forEach((code, c) => add(code, hexAt(r, c))));
  layout.island_rows?.forEach((row, r) => [...row].forEach((code, c) => add(code, hexAt(r, c, true))));
  const at = (name: string) => hexes.get(fromName(name));
  for (const [name, tile] of Object.entries(layout.locations)) {
    const found = at(name);
    if (found) Object.assign(found, { special: "location", tile });
  }
  for (const [name, tile] of Object.entries(layout.nomad_tiles)) Object.assign(at(name) ?? {}, { nomad: tile });
  for (const name of layout.capitols) Object.assign(at(name) ?? {}, { capitol: true });
  for (const name of layout.caves) Object.assign(at(name) ?? {}, { cave: true });
  return hexes;
}

type PlayerPieces = Pick<PositionPlayer, "settlements" | "warriors" | "ship" | "wagon" | "city_hall" | "marked_lines">;

/** The part of a position that is shown on the board. */
export type Contents = Pick<PositionDocument, "tiles_left" | "walls" | "scouts"> & { players: PlayerPieces[] };

/** Every player's pieces by hex; a city hall is on its centre and the six hexes around it (R1.10). */
export function piecesOf(position: Pick<Contents, "players">): Map<Hex, Piece> {
  const pieces = new Map<Hex, Piece>();
  position.players.forEach((player, seat) => {
    const put = (kind: PieceKind, at: Coordinates | null) => {
      if (at) pieces.set(fromCoordinates(at), { kind, seat });
    };
    player.settlements.forEach((at) => put("settlement", at));
    player.warriors.forEach((at) => put("warrior", at));
    put("ship", player.ship);
    put("wagon", player.wagon);
    if (player.city_hall) {
      const middle = fromCoordinates(player.city_hall);
      for (const hex of [middle, ...neighbours(middle)]) pieces.set(hex, { kind: "city_hall", seat });
    }
  });
  return pieces;
}

/** A line that a player marked for the Mayors (R7.31). */
export interface Marker {
  row: number;
  island: boolean;
  seat: number;
}

/** Everything that is on a board or beside it. */
export interface BoardContents {
  pieces: ReadonlyMap<Hex, Piece>;
  /** The centres of the city halls, with their owners. */
  halls: { hex: Hex; seat: number }[];
  markers: Marker[];
  /** How many tiles are on each location or nomad hex. */
  tilesLeft: ReadonlyMap<Hex, number>;
  walls: ReadonlySet<Hex>;
  scouts: ReadonlySet<Hex>;
}

export const boardContents = (position: Contents): BoardContents => ({
  pieces: piecesOf(position),
  halls: position.players.flatMap((player, seat) =>
    player.city_hall ? [{ hex: fromCoordinates(player.city_hall), seat }] : [],
  ),
  markers: position.players.flatMap((player, seat) =>
    player.marked_lines.map((line) =>
      typeof line === "number" ? { row: line, island: false, seat } : { row: line[1], island: true, seat },
    ),
  ),
  tilesLeft: tilesLeftOf(position),
  walls: new Set(position.walls.map(fromCoordinates)),
  scouts: new Set(position.scouts.map(fromCoordinates)),
});

const tilesLeftOf = (position: Contents) =>
  new Map(Object.entries(position.tiles_left).map(([key, count]) => [fromKey(key), count]));
