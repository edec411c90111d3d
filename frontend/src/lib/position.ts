// What is on a board, from the messages of the server. No set is named here.
import drawings from "../generated/drawings.json";
import type { BoardContents as ContentsMessage, MarkedLine, PieceGroup, TableSetup } from "../generated/protocol";
import { type Hex, fromName, hexAt } from "./hexes";

export interface Piece {
  kind: string;
  seat: number;
  /** Whether a larger piece covers this hex and is drawn on another one. */
  around: boolean;
}

/** What never changes on one hex: its terrain or the kind of special hex. */
export interface BoardHex {
  hex: Hex;
  terrain: string | null;
  special: string | null;
  /** The tile of a location. */
  tile: string | null;
  /** The tile that is on a nomad space at the beginning. */
  nomad: string | null;
  /** The ids of the drawings that are part of this hex. */
  marks: string[];
}

const TERRAINS: Record<string, string> = drawings.terrains;
const SPECIALS: Record<string, string> = drawings.specials;

/** The part of a set-up that says what the hexes are. */
export type BoardLayout = Pick<TableSetup, "rows" | "island_rows" | "locations" | "nomad_tiles" | "marks">;

/** The hexes of a board by number. */
export function boardHexes(layout: BoardLayout): Map<Hex, BoardHex> {
  const hexes = new Map<Hex, BoardHex>();
  const add = (code: string, hex: Hex) => {
    if (code === ".") return;
    hexes.set(hex, { hex, terrain: TERRAINS[code] ?? null, special: SPECIALS[code] ?? null, tile: null, nomad: null, marks: [] });
  };
  layout.rows.forEach((row, r) => [...row].forEach((code, c) => add(code, hexAt(r, c))));
  layout.island_rows?.forEach((row, r) => [...row].forEach((code, c) => add(code, hexAt(r, c, true))));
  const at = (name: string) => hexes.get(fromName(name));
  for (const [name, tile] of Object.entries(layout.locations)) {
    const found = at(name);
    if (found) Object.assign(found, { special: "location", tile });
  }
  for (const [name, tile] of Object.entries(layout.nomad_tiles)) Object.assign(at(name) ?? {}, { nomad: tile });
  for (const [mark, marked] of Object.entries(layout.marks)) for (const hex of marked) hexes.get(hex)?.marks.push(mark);
  return hexes;
}

/** Every player's pieces by hex, the larger ones first, so that they are drawn under the others. */
export function piecesOf(groups: PieceGroup[]): Map<Hex, Piece> {
  const pieces = new Map<Hex, Piece>();
  const isLarge = (group: PieceGroup) => group.around.length > 0;
  for (const { kind, seat, hexes, around } of [...groups.filter(isLarge), ...groups.filter((group) => !isLarge(group))]) {
    for (const hex of hexes) pieces.set(hex, { kind, seat, around: false });
    for (const hex of around) pieces.set(hex, { kind, seat, around: true });
  }
  return pieces;
}

/** Everything that is on a board or beside it. */
export interface BoardContents {
  pieces: ReadonlyMap<Hex, Piece>;
  markers: MarkedLine[];
  /** How many tiles are on each location or nomad space. */
  tilesLeft: ReadonlyMap<Hex, number>;
  /** What stands on a hex and belongs to no player: the ids of its drawings. */
  standing: ReadonlyMap<Hex, string[]>;
}

export const NOTHING: BoardContents = { pieces: new Map(), markers: [], tilesLeft: new Map(), standing: new Map() };

export const boardContents = (contents: ContentsMessage): BoardContents => ({
  pieces: piecesOf(contents.pieces),
  markers: contents.lines,
  tilesLeft: new Map(contents.tiles_left),
  standing: byHex(contents.standing),
});

function byHex(drawn: Record<string, Hex[]>): Map<Hex, string[]> {
  const found = new Map<Hex, string[]>();
  for (const [id, hexes] of Object.entries(drawn)) for (const hex of hexes) found.set(hex, [...(found.get(hex) ?? []), id]);
  return found;
}
