// Hexes described in words, for screen readers.
import { nameOf } from "../lib/hexes";
import type { BoardHex, Piece } from "../lib/position";
import { named, t, tileName } from "../texts/texts.svelte";

interface OnHex {
  piece: Piece | null;
  wall: boolean;
  scout: boolean;
  left: number;
  names: string[];
  legal: boolean;
}

/** The terrain or special hex: grass, castle, farm with two tiles left. */
export function groundLabel(boardHex: BoardHex, left: number): string {
  if (boardHex.special === "location" && boardHex.tile) return t("board.location", { tile: tileName(boardHex.tile), n: left });
  if (boardHex.special === "nomad" && left && boardHex.nomad) return t("board.nomad", { tile: tileName(boardHex.nomad) });
  if (boardHex.special) return named(`special.${boardHex.special}.name`) + (boardHex.capitol ? `, ${t("board.capitol")}` : "");
  return named(`terrain.${boardHex.terrain}`) + (boardHex.cave ? `, ${t("board.cave")}` : "");
}

/** A player's name, or the colour of the pieces if there are no names. */
export const playerName = (seat: number, names: string[]) => names[seat] ?? named(`colour.${seat}`);

export function hexLabel(boardHex: BoardHex, content: OnHex): string {
  const parts = [nameOf(boardHex.hex), groundLabel(boardHex, content.left)];
  const { piece } = content;
  if (piece)
    parts.push(t("board.piece", { piece: named(`piece.${piece.kind}`), name: playerName(piece.seat, content.names) }));
  if (content.wall) parts.push(named("piece.wall"));
  if (content.scout) parts.push(named("piece.scout"));
  if (content.legal) parts.push(t("board.legal"));
  return parts.join(", ");
}
