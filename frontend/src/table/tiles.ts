// The player's tiles and what can be done with them now.
import type { PositionPlayer } from "../generated/protocol";
import { isTile } from "./options";

/** Ready: can be used. Waiting: not just now. Locked: not before the next turn. Current: its action is going on. */
export type TileState = "ready" | "used" | "locked" | "waiting" | "current";

export interface ShownTile {
  /** The same for the same tile as long as the player has it. */
  key: string;
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
  const all: { name: string; used?: boolean; locked?: boolean }[] = [...owned, ...actions.map((name) => ({ name }))];
  // Of two equal tiles one is in use: the last that is marked as used.
  const inUse = all.findLastIndex(({ name, used }) => name === current && used);
  return all.map(({ name, used, locked }, i) => {
    const [answer, earlier] = [offered.get(name) ?? null, all.slice(0, i).filter((other) => other.name === name).length];
    const shown = (state: TileState): ShownTile => ({ key: `${name} ${earlier}`, name, state, answer: state === "ready" ? answer : null });
    if (i === inUse) return shown("current");
    if (locked) return shown("locked");
    if (used) return shown("used");
    return shown(answer === null ? "waiting" : "ready");
  });
}
