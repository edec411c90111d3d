// The steps of the guided game, and what a chosen hex pays beside the others. The server says what each hex pays.
import type { GoldChange, Preview, PublicView } from "../generated/protocol";
import { type Hex, fromCoordinates } from "../lib/hexes";
import type { BoardHex } from "../lib/position";

const AFTER_THE_CARDS = ["castles", "build", "adjacent", "end_turn", "others", "again", "location", "locked", "use", "scores", "last"] as const;

/** A step explains a card of the game or says what to do. */
export type Step = { about: "card"; card: string } | { about: (typeof AFTER_THE_CARDS)[number] };

export const stepsOf = (cards: string[]): Step[] => [...cards.map((card): Step => ({ about: "card", card })), ...AFTER_THE_CARDS.map((about): Step => ({ about }))];

const EXPLAINING: ReadonlySet<Step["about"]> = new Set(["card", "castles", "again", "scores", "last"]);

/** Whether a step only explains: it ends with a button, not with something done. */
export const isExplaining = ({ about }: Step) => EXPLAINING.has(about);

/** Whether the player of a seat has done what a step asks for. */
export function isDone({ about }: Step, { position, active, question }: Pick<PublicView, "position" | "active" | "question">, seat: number): boolean {
  const { settlements, tiles } = position.players[seat]!;
  const stage = question?.seat === seat ? question.stage : null;
  switch (about) {
    case "build":
      return settlements.length >= 1;
    case "adjacent":
      return stage === "extra" || active !== seat;
    case "end_turn":
      return active !== seat || stage === "mandatory";
    case "others":
      return active === seat && stage === "mandatory";
    case "location":
      return tiles.length > 0;
    case "locked":
      return tiles.some((own) => !own.locked) && stage !== null;
    case "use":
      return tiles.some((own) => own.used);
    default:
      return false;
  }
}

/** The hexes that a step is about. */
export function hexesOf({ about }: Step, { position, contents }: Pick<PublicView, "position" | "contents">, seat: number, board: ReadonlyMap<Hex, BoardHex>): Hex[] {
  switch (about) {
    case "castles":
      return [...board.values()].filter(({ special, tile }) => special !== null && tile === null).map(({ hex }) => hex);
    case "location":
      return contents.tiles_left.filter(([, left]) => left > 0).map(([hex]) => hex);
    case "locked":
      return position.players[seat]!.tiles.slice(0, 1).map(({ at }) => fromCoordinates(at));
    default:
      return [];
  }
}

/** What the chosen hex pays at once, and the hex that would have paid most; `best` is null if no hex pays more. */
export interface Comparison {
  chosen: Hex;
  gold: number;
  best: Hex | null;
  most: number;
  gains: GoldChange[];
}

const goldOf = ({ gold }: Preview) => gold.reduce((sum, line) => sum + line.gold, 0);

/** Compare a chosen hex with the others; null if nothing is to be learnt: all pay the same, or the hex brings a tile. */
export function compare(previews: ReadonlyMap<number, Preview>, chosen: Hex): Comparison | null {
  const own = previews.get(chosen);
  if (!own?.placed.length || own.gained.length) return null;
  const gold = goldOf(own);
  let [best, most, least] = [own, gold, gold];
  let at: Hex | null = null;
  for (const [hex, preview] of previews) {
    const other = goldOf(preview);
    least = Math.min(least, other);
    if (other > most) [best, most, at] = [preview, other, hex];
  }
  return most === least ? null : { chosen, gold, best: at, most, gains: best.gold };
}
