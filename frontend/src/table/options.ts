// The answers that are not hexes: tiles, actions without a tile, and controls such as the end of the turn.
import { isKey } from "../texts/texts.svelte";

/** Whether an answer uses a tile or an action without a tile. */
export const isTile = (name: string) => isKey(`tile.${name.split(":")[0]}.name`);
