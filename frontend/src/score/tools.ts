// What a person can put on a board by hand, and what has been put there.
import type { EditableField } from "../generated/protocol";
import { type Hex, hexAt, isIsland, neighbours, rowOf } from "../lib/hexes";
import type { Piece } from "../lib/position";
import type { Paint } from "./layout";

/** What a press on a hex puts there, or takes away. */
export type Tool =
  | { puts: "piece"; field: string; seat: number }
  | { puts: "line"; field: string; seat: number }
  | { puts: "mark"; field: string }
  | { puts: "ground"; paint: Paint }
  | { puts: "nothing"; on: "pieces" | "ground" };

/** Everything that is put on a board by hand. It is never changed, only replaced. */
export interface Placed {
  pieces: ReadonlyMap<Hex, Piece>;
  paint: ReadonlyMap<Hex, Paint>;
  /** Who marked which line, by field and the line's first hex. */
  lines: Record<string, ReadonlyMap<Hex, number>>;
  marks: Record<string, ReadonlySet<Hex>>;
}

export const EMPTY: Placed = { pieces: new Map(), paint: new Map(), lines: {}, marks: {} };

/** The first hex of the line that a hex is in. */
const lineOf = (hex: Hex) => hexAt(rowOf(hex), 0, isIsland(hex));

const isOf = (piece: Piece | undefined, kind: string, seat: number) => piece?.kind === kind && piece.seat === seat;

/** Whether a hex has what a tool puts, or anything that it takes away. `field` is the one that the tool fills. */
export function isThere(placed: Placed, tool: Tool, field: EditableField | undefined, hex: Hex): boolean {
  switch (tool.puts) {
    case "piece":
      return isOf(placed.pieces.get(hex), field!.of, tool.seat);
    case "line":
      return placed.lines[tool.field]?.get(lineOf(hex)) === tool.seat;
    case "mark":
      return placed.marks[tool.field]?.has(hex) ?? false;
    case "ground":
      return false;
    case "nothing":
      if (tool.on === "pieces") return placed.pieces.has(hex);
      return placed.paint.has(hex) || Object.values(placed.marks).some((hexes) => hexes.has(hex));
  }
}

/** Put what the tool puts on a hex. A field for one piece has the last one. */
export function put(placed: Placed, tool: Tool, field: EditableField | undefined, hex: Hex): Placed {
  switch (tool.puts) {
    case "piece": {
      const { of, holds } = field!;
      const others = [...placed.pieces].filter(([, piece]) => holds !== "piece" || !isOf(piece, of, tool.seat));
      return { ...placed, pieces: new Map(others).set(hex, { kind: of, seat: tool.seat, around: false }) };
    }
    case "line":
      return { ...placed, lines: { ...placed.lines, [tool.field]: new Map(placed.lines[tool.field]).set(lineOf(hex), tool.seat) } };
    case "mark":
      return { ...placed, marks: { ...placed.marks, [tool.field]: new Set(placed.marks[tool.field]).add(hex) } };
    case "ground":
      return isIsland(hex) ? placed : { ...placed, paint: new Map(placed.paint).set(hex, tool.paint) };
    case "nothing":
      return placed;
  }
}

/** Take away from a hex what the tool puts there. A tool that puts nothing takes away everything of its kind. */
export function take(placed: Placed, tool: Tool, hex: Hex): Placed {
  const without = <T>(map: ReadonlyMap<Hex, T> | undefined, key: Hex) => new Map([...(map ?? [])].filter(([other]) => other !== key));
  switch (tool.puts) {
    case "piece":
      return { ...placed, pieces: without(placed.pieces, hex) };
    case "line":
      return { ...placed, lines: { ...placed.lines, [tool.field]: without(placed.lines[tool.field], lineOf(hex)) } };
    case "mark":
      return { ...placed, marks: unmarked(placed.marks, hex, [tool.field]) };
    case "ground":
      return placed;
    case "nothing":
      if (tool.on === "pieces") return { ...placed, pieces: without(placed.pieces, hex) };
      return { ...placed, paint: without(placed.paint, hex), marks: unmarked(placed.marks, hex, Object.keys(placed.marks)) };
  }
}

const unmarked = (marks: Placed["marks"], hex: Hex, fields: string[]) =>
  Object.fromEntries(Object.entries(marks).map(([field, hexes]) => [field, fields.includes(field) ? new Set([...hexes].filter((other) => other !== hex)) : hexes]));

/** The pieces by hex, with the hexes around those that cover several. `footprints` are the numbers of hexes by kind. */
export function covered(pieces: ReadonlyMap<Hex, Piece>, footprints: Record<string, number>): Map<Hex, Piece> {
  const found = new Map<Hex, Piece>();
  for (const [hex, piece] of pieces)
    if ((footprints[piece.kind] ?? 1) > 1) for (const other of neighbours(hex)) found.set(other, { ...piece, around: true });
  for (const [hex, piece] of pieces) found.set(hex, piece);
  return found;
}

/** The hex where the piece is drawn that covers a hex. */
export function drawnAt(pieces: ReadonlyMap<Hex, Piece>, hex: Hex): Hex {
  const piece = pieces.get(hex);
  if (!piece?.around) return hex;
  return neighbours(hex).find((other) => isOf(pieces.get(other), piece.kind, piece.seat) && !pieces.get(other)!.around) ?? hex;
}
