// Terrain cards.

/** The cards of a hand with their numbers: equal cards are one choice, so they are shown once. */
export const countedCards = (hand: string[]) =>
  [...new Set(hand)].map((card) => ({ card, count: hand.filter((other) => other === card).length }));

/** The kinds of cards of which a hand has more than before. */
export const drawnCards = (before: string[], after: string[]) => {
  const had = new Map(countedCards(before).map(({ card, count }) => [card, count]));
  return countedCards(after).filter(({ card, count }) => count > (had.get(card) ?? 0)).map(({ card }) => card);
};
