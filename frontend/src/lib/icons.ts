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

/** The drawings of a source of gold: a card, a task, a special hex, gold got in play. */
export const cardIcon = (name: string) => (`card-${name}` in drawings.defs ? [`card-${name}`] : ["silver", `special-${name}`]);

const TINTS: Record<string, string> = drawings.tints;
const SPECIAL = Object.keys(drawings.defs).filter((id) => id.startsWith("special-"));
/** The colours of special hexes, one after the other. */
const SILVER = ["#dde3eb", "#d0d6df", "#c3cad6", "#e9e0cd"];

/** The colour of a source of gold: that of its card, or a silver one. */
export const tintOf = (source: string) => TINTS[source] ?? SILVER[Math.max(0, SPECIAL.indexOf(`special-${source}`)) % SILVER.length]!;

/** The drawings of a player's piece; a piece that covers several hexes is shown by its tile. */
export const pieceIcon = (kind: string, seat: number, footprint: number) => (footprint > 1 ? tileIcon(kind) : [`${kind}-${seat}`]);

/** The drawing of a player's settlement. */
export const seatIcon = (seat: number) => [`settlement-${seat}`];
