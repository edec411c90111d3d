import { expect, test } from "vitest";
import type { Figures, Mean, OwnFigures } from "../../src/generated/protocol";
import { cardRows, pairRows, playerRows, sectionRows, tileRows } from "../../src/statistics/rows";

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

test("the column of own games says what it shows", () => {
  const mine: OwnFigures = { games: 1, sources: {}, tiles: {}, sections: {}, by_players: [] };
  const own = [cardRows, tileRows, sectionRows, playerRows].map((rows) => rows(withEffect(mean(0)), mine).columns.at(-1));
  expect(own).toEqual(["You: gold (games)", "You: taken (games)", "You: gold (games)", "You: wins (games)"]);
  expect(cardRows(withEffect(mean(0)), null).columns).toEqual(["Gold", "Games"]);
});

test("beside the start player stand the wins of own games that were begun by oneself", () => {
  const start = { players: 2, games: 9, order: [mean(0.5)], advantage: mean(0), ahead: mean(0), gold: mean(60), winner: mean(70), lead: mean(9) };
  const ours = { players: 2, wins: mean(0.9), start_wins: { ...mean(0.25), n: 4 }, gold: mean(50), rounds: mean(15) };
  const facts = { ...withEffect(mean(0)), by_players: [start] };
  const mine: OwnFigures = { games: 9, sources: {}, tiles: {}, sections: {}, by_players: [ours] };
  expect(playerRows(facts, mine).rows[0]!.cells.at(-1)!.text).toBe("25% (4)");
});
