import { expect, test } from "vitest";
import { countedCards } from "../../src/lib/cards";

test("equal terrain cards are shown once, with their number (R3.5)", () => {
  expect(countedCards(["canyon", "grass", "grass", "swamp+grass"])).toEqual([
    { card: "canyon", count: 1 },
    { card: "grass", count: 2 },
    { card: "swamp+grass", count: 1 },
  ]);
  expect(countedCards([])).toEqual([]);
});
