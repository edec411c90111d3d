// What every player did in every turn, from the events of a table.
import type { PlayerChange, TableEvent } from "../generated/protocol";
import { nameOf } from "../lib/hexes";
import { listed, t, tileName } from "../texts/texts.svelte";
import { isTile } from "./options";

/** One answer of a turn that changed a player's pieces or tiles: what asked for it, the hexes, and the tiles. */
export type Step = Pick<PlayerChange, "placed" | "removed" | "gained" | "lost"> & { action: string };

/** A turn with its answers that were not undone. */
export interface Turn {
  seat: number;
  /** The numbers of its first event and of the event that ended it; null in the present turn. */
  begun: number;
  ended: number | null;
  steps: Step[];
  /** By how much the gold of its player has changed; null if it is not known yet. */
  gold: number | null;
}

export interface Turns {
  /** Every player's last finished turn. */
  last: Step[][];
  /** What the players have done since then. */
  present: Step[][];
}

const SEATS = 5;
const placesPieces = ({ placed, removed }: Step) => placed.length > 0 || removed.length > 0;

/** The answers that were not undone. */
export function lastingAnswers(events: TableEvent[]): TableEvent[] {
  const answers: TableEvent[] = [];
  for (const event of events) {
    if (event.kind === "answer") answers.push(event);
    else if (event.kind === "undo") answers.splice(Math.max(0, answers.length - (event.count ?? 0)));
  }
  return answers;
}

/**
 * The turns of a game; answers that were undone do not count. What a player does in the turn of another belongs to that turn.
 * `totals` is every player's gold before these events, if they are not those from the beginning.
 */
export function turnsIn(events: TableEvent[], totals: number[] = []): Turn[] {
  totals = events.findLast(({ kind, gold }) => gold && kind !== "answer" && kind !== "undo")?.gold ?? totals;
  const turns: Turn[] = [];
  for (const { seq, seat, answer_name, action = "", changes = [], gold } of lastingAnswers(events)) {
    if (seat === null) continue;
    let turn = turns.at(-1);
    if (!turn || turn.ended !== null) turns.push((turn = { seat, begun: seq, ended: null, steps: [], gold: null }));
    const own = changes.find((change) => change.seat === seat);
    const { placed = [], removed = [], gained = [], lost = [] } = own ?? {};
    if (seat === turn.seat && placed.length + removed.length + gained.length) turn.steps.push({ action, placed, removed, gained, lost });
    if (answer_name !== "end_turn") continue;
    turn.ended = seq;
    if (gold) [turn.gold, totals] = [gold[seat]! - (totals[seat] ?? 0), gold];
  }
  return turns;
}

/** Every player's last turn, and the present one. */
export function turnsOf(turns: Turn[]): Turns {
  const found = (wanted: (turn: Turn) => boolean) =>
    Array.from({ length: SEATS }, (_, seat) => turns.findLast((turn) => turn.seat === seat && wanted(turn))?.steps.filter(placesPieces) ?? []);
  return { last: found(({ ended }) => ended !== null), present: found(({ ended }) => ended === null) };
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

type Deed = "turn.built" | "turn.moved" | "turn.removed";

/** What a step did to the pieces; steps of one tile or of none that did the same are told together. */
function deed({ placed, removed }: Step): Deed | null {
  return placed.length && removed.length ? "turn.moved" : placed.length ? "turn.built" : removed.length ? "turn.removed" : null;
}

/** What was done in a turn, in its order: Farm built s11, built j10 m11, took Oracle. */
export function turnTold(turn: Step[]): string {
  const parts: { tile: string | null; key: Deed; done: string[] }[] = [];
  for (const step of turn) {
    const [key, tile, last] = [deed(step), isTile(step.action) ? step.action : null, parts.at(-1)];
    if (!key) continue;
    // A piece of several hexes is named by one of them.
    const [from, to] = [step.removed, step.placed].map((hexes) => hexes.slice(0, 1).map(nameOf).join());
    const done = key === "turn.moved" ? t("turn.from_to", { from: from!, to: to! }) : to || from!;
    if (last?.tile === tile && last.key === key) last.done.push(done);
    else parts.push({ tile, key, done: [done] });
  }
  const told = parts.map(({ tile, key, done }) => {
    const words = t(key, { hexes: done.join(key === "turn.moved" ? ", " : " ") });
    return tile ? t("turn.by", { tile: tileName(tile), done: words }) : words;
  });
  const gained = turn.flatMap((step) => step.gained.map(tileName));
  return [...told, ...(gained.length ? [t("turn.took", { tiles: listed(gained) })] : [])].join(", ");
}
