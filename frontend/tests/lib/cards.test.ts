import { expect, test } from "vitest";
import { countedCards, drawnCards } from "../../src/lib/cards";

test("equal terrain cards are shown once, with their number (R3.5)", () => {
  expect(countedCards(["canyon", "grass", "grass", "swamp+grass"])).toEqual([
    { card: "canyon", count: 1 },
    { card: "grass", count: 2 },
    { card: "swamp+grass", count: 1 },
  ]);
  expect(countedCards([])).toEqual([]);
});

test("cards are drawn if a hand has more of their kind than before", () => {
  expect(drawnCards(["grass"], ["grass"])).toEqual([]);
  expect(drawnCards(["grass"], ["desert", "grass", "grass"])).toEqual(["desert", "grass"]);
  expect(drawnCards(["grass", "grass"], ["grass"])).toEqual([]);
});
