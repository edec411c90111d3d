import { expect, test } from "vitest";
import { cardLine, cardShort, notedCards, sourcesOf } from "../../src/table/scores";
import { position } from "../examples";

const line = (source: string, gold: number, ...hexes: number[]) => ({ source, gold, hexes });

test("Lords explain gold that a player gets without a piece (R7.15)", () => {
  expect(notedCards([[line("lords", 48)], [line("lords", 48)]])).toEqual(["lords"]);
  expect(notedCards([[line("lords", 48, 3)], [line("lords", 6)]])).toEqual(["lords"]);
  expect(notedCards([[line("lords", 48, 3)], [line("lords", 0)]])).toEqual([]);
});

test("other gold without a hex has no note", () => {
  expect(notedCards([[line("in_game", 5)]])).toEqual([]);
});

test("hidden scores still name the cards and tasks", () => {
  const hidden = { scores: null, position: { ...position([{}]), cards: ["lords"], tasks: ["road"] } };
  expect(sourcesOf(hidden)).toEqual(["lords", "road"]);
  expect(sourcesOf({ ...hidden, scores: [[line("lords", 1), line("castle", 3)]] })).toEqual(["lords", "castle"]);
});

test("a card has a short line; what has none says its whole line", () => {
  expect(cardShort("knights")).toBe("2 for each settlement on your best line");
  expect(cardShort("nothing")).toBe("card.nothing.line");
});

test("the line of a card says why it pays for no hex", () => {
  expect(cardLine("lords", [[line("lords", 48)]])).toMatch(/^In each section .* most\. ./);
  expect(cardLine("lords", null)).toMatch(/ second most\.$/);
});
