import { expect, test } from "vitest";
import { notedCards } from "../../src/table/scores";

const line = (source: string, gold: number, ...hexes: number[]) => ({ source, gold, hexes });

test("Lords explain gold that a player gets without a piece (R7.15)", () => {
  expect(notedCards([[line("lords", 48)], [line("lords", 48)]])).toEqual(["lords"]);
  expect(notedCards([[line("lords", 48, 3)], [line("lords", 6)]])).toEqual(["lords"]);
  expect(notedCards([[line("lords", 48, 3)], [line("lords", 0)]])).toEqual([]);
});

test("other gold without a hex has no note", () => {
  expect(notedCards([[line("in_game", 5)]])).toEqual([]);
});
