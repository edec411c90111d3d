// What the scores are made of, and what they say besides the numbers.
import type { PublicView, ScoreLine } from "../generated/protocol";
import { isKey, named } from "../texts/texts.svelte";

/** The cards that pay a player gold for no hex, and have a text that says why. */
export const notedCards = (scores: ScoreLine[][]): string[] => {
  const unearned = scores.flat().filter(({ gold, hexes }) => gold && !hexes.length);
  return [...new Set(unearned.map(({ source }) => source))].filter((source) => isKey(`note.${source}`));
};

/** Everything that pays gold in a game; while the scores are hidden, the cards and tasks. */
export const sourcesOf = ({ scores, position }: Pick<PublicView, "scores" | "position">): string[] =>
  scores?.[0]?.map((line) => line.source) ?? [...position.cards, ...position.tasks];

/** What a source of gold pays one player. */
export const lineOf = (scores: ScoreLine[][] | null, seat: number, source: string): ScoreLine | undefined =>
  scores?.[seat]?.find((line) => line.source === source);

/** What a card pays, and why it pays somebody gold for no hex. */
export function cardLine(card: string, scores: ScoreLine[][] | null): string {
  const line = named(`card.${card}.line`);
  return notedCards(scores ?? []).includes(card) ? `${line} ${named(`note.${card}`)}` : line;
}

/** What a card pays, in few words. */
export const cardShort = (card: string) => named(isKey(`card.${card}.short`) ? `card.${card}.short` : `card.${card}.line`);
