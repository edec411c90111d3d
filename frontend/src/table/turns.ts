// What every player did in the last turn, from the events of a table.
import type { TableEvent } from "../generated/protocol";
import { type Hex, nameOf } from "../lib/hexes";
import { t, tileName } from "../texts/texts.svelte";
import { isTile } from "./options";

/** One answer of a turn that changed a player's pieces: what asked for it, and the hexes. */
interface Step {
  action: string;
  placed: Hex[];
  removed: Hex[];
}

export interface Turns {
  /** Every player's last finished turn. */
  last: Step[][];
  /** What the players have done since then. */
  present: Step[][];
}

const SEATS = 5;
const empty = () => Array.from({ length: SEATS }, (): Step[] => []);

/** The turns of a game; answers that were undone do not count. */
export function turnsOf(events: TableEvent[]): Turns {
  const answers: TableEvent[] = [];
  for (const event of events) {
    if (event.kind === "answer") answers.push(event);
    else if (event.kind === "undo") answers.splice(answers.length - (event.count ?? 0));
  }
  const [last, present] = [empty(), empty()];
  for (const { seat, answer_name, action = "", changes = [] } of answers) {
    if (seat === null) continue;
    const own = changes.find((change) => change.seat === seat);
    if (own && (own.placed.length || own.removed.length)) present[seat]!.push({ action, placed: own.placed, removed: own.removed });
    if (answer_name === "end_turn") {
      last[seat] = present[seat]!;
      present[seat] = [];
    }
  }
  return { last, present };
}

/** How many pieces a turn has placed without a tile. */
export const builtIn = (turn: Step[]) => turn.filter(({ action, placed }) => !isTile(action) && placed.length).length;

/** A turn in hexes: r8, r9, t5 with Tavern. */
export function turnInWords(turn: Step[]): string {
  const parts: { action: string; hexes: string[] }[] = [];
  for (const { action, placed, removed } of turn) {
    const [to, from] = [placed.slice(0, 1).map(nameOf), removed.slice(0, 1).map(nameOf)];
    const hexes = to.length && from.length ? [`${from[0]}–${to[0]}`] : to.length ? to : from.map((name) => `−${name}`);
    const same = parts.find((part) => part.action === action);
    if (same) same.hexes.push(...hexes);
    else parts.push({ action, hexes });
  }
  const plain = parts.filter(({ action }) => !isTile(action)).flatMap(({ hexes }) => hexes);
  const withTiles = parts
    .filter(({ action }) => isTile(action))
    .map(({ action, hexes }) => t("turn.with", { hexes: hexes.join(", "), tile: tileName(action) }));
  return [...plain, ...withTiles].join(", ");
}
