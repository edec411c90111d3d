// The player's tiles and what can be done with them now.
import type { PositionPlayer } from "../generated/protocol";
import { isTile } from "./options";

/** Ready: can be used. Waiting: not just now. Locked: not before the next turn. Current: its action is going on. */
export type TileState = "ready" | "used" | "locked" | "waiting" | "current";

export interface ShownTile {
  name: string;
  state: TileState;
  /** The answer that uses it; null if it cannot be used now. */
  answer: number | null;
}

interface Offer {
  /** The named answers that may be given now. */
  offered: ReadonlyMap<string, number>;
  /** The tile in use. */
  current: string | null;
  /** Whether the tiles offered are those whose action can be repeated, of any player. */
  repeating: boolean;
}

/** A player's tiles, then the actions without a tile that are offered. */
export function shownTiles(player: PositionPlayer, { offered, current, repeating }: Offer): ShownTile[] {
  const owned = [...player.tiles, ...player.nomad_tiles.map((name) => ({ name }))];
  const actions = [...offered.keys()].filter((name) => isTile(name) && !repeating && !owned.some((tile) => tile.name === name));
  return [...owned, ...actions.map((name) => ({ name }))].map((tile: { name: string; used?: boolean; locked?: boolean }) => {
    const answer = offered.get(tile.name) ?? null;
    if (tile.name === current) return { name: tile.name, state: "current", answer: null };
    if (tile.locked) return { name: tile.name, state: "locked", answer: null };
    if (tile.used) return { name: tile.name, state: "used", answer: null };
    return { name: tile.name, state: answer === null ? "waiting" : "ready", answer };
  });
}
