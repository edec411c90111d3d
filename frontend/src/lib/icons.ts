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
/** The colours of sources without a card: special hexes. */
const SILVER: Record<string, string> = { palace: "#c3cad6", silo: "#e9e0cd" };

/** The colour of a source of gold. */
export const tintOf = (source: string) => TINTS[source] ?? SILVER[source] ?? "#dde3eb";

/** The drawings of a player's piece; a piece that covers several hexes is shown by its tile. */
export const pieceIcon = (kind: string, seat: number, footprint: number) => (footprint > 1 ? tileIcon(kind) : [`${kind}-${seat}`]);

/** The drawing of a player's settlement. */
export const seatIcon = (seat: number) => [`settlement-${seat}`];
