// Terrain cards.

/** The cards of a hand with their numbers: equal cards are one choice, so they are shown once. */
export const countedCards = (hand: string[]) =>
  [...new Set(hand)].map((card) => ({ card, count: hand.filter((other) => other === card).length }));
