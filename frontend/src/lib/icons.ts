// Which drawings show a thing.
import drawings from "../generated/drawings.json";

/** The drawings of actions that belong to a terrain instead of a tile. */
const ACTIONS: Record<string, string[]> = {
  farm_action: ["terrain-farmland-0"],
  cave_action: ["terrain-mountain-0", "cave"],
};

/** The drawings of a tile or of an action without one; a bonus action has the drawing of its location. */
export function tileIcon(name: string): string[] {
  const [nomad, special] = [`nomad-${name.replace(":", "-")}`, `special-${name}`];
  if (nomad in drawings.defs) return ["silver", nomad];
  if (special in drawings.defs) return ["silver", special];
  return ACTIONS[name] ?? ["gold", `tile-${name.replace(/_bonus$/, "")}`];
}

/** The drawing of a player's settlement. */
export const seatIcon = (seat: number) => [`settlement-${seat}`];
