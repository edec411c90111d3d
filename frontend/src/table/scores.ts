// What the tables of scores say besides the numbers.
import type { ScoreLine } from "../generated/protocol";
import { isKey } from "../texts/texts.svelte";

/** The cards that pay a player gold for no hex, and have a text that says why. */
export const notedCards = (scores: ScoreLine[][]): string[] => {
  const unearned = scores.flat().filter(({ gold, hexes }) => gold && !hexes.length);
  return [...new Set(unearned.map(({ source }) => source))].filter((source) => isKey(`note.${source}`));
};
