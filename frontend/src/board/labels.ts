// Hexes described in words.
import { nameOf } from "../lib/hexes";
import type { BoardHex, Piece } from "../lib/position";
import { named, t, tileLine, tileName } from "../texts/texts.svelte";

interface OnHex {
  piece: Piece | null;
  /** What stands there and belongs to no player. */
  standing: string[];
  left: number;
  names: string[];
  legal: boolean;
}

/** The terrain or special hex: grass, castle, farm with two tiles left. */
export function groundLabel(boardHex: BoardHex, left: number): string {
  if (boardHex.special === "location" && boardHex.tile) return t("board.location", { tile: tileName(boardHex.tile), n: left });
  if (boardHex.special === "nomad" && left && boardHex.nomad) return t("board.nomad", { tile: tileName(boardHex.nomad) });
  const ground = boardHex.special ? named(`special.${boardHex.special}.name`) : named(`terrain.${boardHex.terrain}`);
  return [ground, ...boardHex.marks.map((mark) => named(`mark.${mark}`))].join(", ");
}

/** The tile of a location or nomad space; null for any other hex, and where the nomad tile is gone. */
export const tileOn = ({ tile, nomad }: BoardHex, left: number) => tile ?? (left ? nomad : null);

/** What the tile of a location does and how to take it. */
export const tileAbout = (tile: string, left: number) =>
  t(left ? "board.take_tile" : "board.no_tile", { tile: tileName(tile), line: tileLine(tile), n: left });

/** A player's name, or the colour of the pieces if there are no names. */
export const playerName = (seat: number, names: string[]) => names[seat] ?? named(`colour.${seat}`);

export function hexLabel(boardHex: BoardHex, content: OnHex): string {
  const parts = [nameOf(boardHex.hex), groundLabel(boardHex, content.left)];
  const { piece } = content;
  if (piece)
    parts.push(t("board.piece", { piece: named(`piece.${piece.kind}`), name: playerName(piece.seat, content.names) }));
  parts.push(...content.standing.map((id) => named(`piece.${id}`)));
  if (content.legal) parts.push(t("board.legal"));
  return parts.join(", ");
}
