// A hex in words, for screen readers and for the line under the question.
import { nameOf } from "../lib/hexes";
import type { BoardHex, Piece } from "../lib/position";
import { named, t, tileName } from "../texts/texts.svelte";

interface BoardContents {
  piece: Piece | null;
  wall: boolean;
  scout: boolean;
  left: number;
  names: string[];
  legal: boolean;
}

/** What the ground of a hex is: grass, castle, farm with two tiles left. */
export function groundLabel(spot: BoardHex, left: number): string {
  if (spot.special === "location" && spot.tile) return t("board.location", { tile: tileName(spot.tile), n: left });
  if (spot.special === "nomad" && left && spot.nomad) return t("board.nomad", { tile: tileName(spot.nomad) });
  if (spot.special) return named(`special.${spot.special}.name`) + (spot.capitol ? `, ${t("board.capitol")}` : "");
  return named(`terrain.${spot.terrain}`) + (spot.cave ? `, ${t("board.cave")}` : "");
}

/** A player's name, or the colour of the pieces where nobody has a name. */
export const playerName = (seat: number, names: string[]) => names[seat] ?? named(`colour.${seat}`);

export function hexLabel(spot: BoardHex, standing: BoardContents): string {
  const parts = [nameOf(spot.hex), groundLabel(spot, standing.left)];
  const { piece } = standing;
  if (piece)
    parts.push(t("board.piece", { piece: named(`piece.${piece.kind}`), name: playerName(piece.seat, standing.names) }));
  if (standing.wall) parts.push(named("piece.wall"));
  if (standing.scout) parts.push(named("piece.scout"));
  if (standing.legal) parts.push(t("board.legal"));
  return parts.join(", ");
}
