// Which drawings show a thing.
import drawings from "../generated/drawings.json";

/** The drawings of actions without a tile. */
const ACTIONS: Record<string, string[]> = drawings.actions;

/** The drawings of a tile or of an action without one. */
export function tileIcon(name: string): string[] {
  const [nomad, special] = [`nomad-${name.replace(":", "-")}`, `special-${name}`];
  if (nomad in drawings.defs) return ["silver", nomad];
  if (special in drawings.defs) return ["silver", special];
  return ACTIONS[name] ?? ["gold", `tile-${name}`];
}

/** The drawing of a player's settlement. */
export const seatIcon = (seat: number) => [`settlement-${seat}`];
