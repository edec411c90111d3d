import { expect, test } from "vitest";
import type { Figures, Mean } from "../../src/generated/protocol";
import { pairRows } from "../../src/statistics/rows";

const mean = (value: number): Mean => ({ n: 9, mean: value, low: null, high: null });
/** The statistics of two cards that bring this much more gold together than usual. */
const withEffect = (effect: Mean): Figures => ({
  bot: "steward",
  version: "1",
  all_games: 9,
  games: 9,
  scope: "base",
  players: null,
  sources: [],
  pairs: [{ first: "lords", second: "miners", gold: mean(20), first_gold: mean(12), second_gold: mean(8), effect }],
  tiles: [],
  sections: [],
  sets: [],
  by_players: [],
  length: [],
  scores: [],
});
const written = (effect: Mean) => pairRows(withEffect(effect)).rows[0]!.cells[1]!.text;

test("a difference has its sign, but none if it is 0 or rounded to 0", () => {
  expect([1.24, -1.24, 0, 0.04, -0.04].map((value) => written(mean(value)))).toEqual(["+1.2", "−1.2", "0.0", "0.0", "0.0"]);
});

test("half of its interval stands behind a difference", () => {
  expect(written({ n: 9, mean: 0, low: -0.3, high: 0.3 })).toBe("0.0 ±0.3");
});
