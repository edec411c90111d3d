import { expect, test } from "vitest";
import { barsOf, dayBeside, dayName, shareText, timeLeft } from "../../src/daily/challenge";
import type { DailyOwnResult } from "../../src/generated/protocol";

const counts: [number, number][] = [
  [20, 1],
  [50, 4],
  [52, 2],
  [66, 1],
];

test("bars count all players, from the least gold to the most, and one of them is the player's", () => {
  const bars = barsOf(counts, 52);
  expect(bars.length).toBeLessThanOrEqual(15);
  expect(bars.reduce((sum, { players }) => sum + players, 0)).toBe(8);
  expect(bars[0]).toMatchObject({ from: 20, players: 1 });
  expect(bars.at(-1)!.players).toBe(1);
  const mine = bars.filter((bar) => bar.mine);
  expect(mine).toHaveLength(1);
  expect(mine[0]!.from).toBeLessThanOrEqual(52);
});

test("one result is one bar, and without results there is at most an empty one", () => {
  expect(barsOf([[40, 1]], 40)).toEqual([{ from: 40, players: 1, mine: true }]);
  expect(barsOf([], null).every(({ players }) => !players)).toBe(true);
});

test("the text to share has a line for the number, the result and the cards, and the address of the challenge", () => {
  const mine = {
    text: [
      [{ key: "daily.share.title", params: { n: 322 } }],
      [{ key: "daily.share.won", params: { gold: 66, bot: { key: "level.mason.name", params: {} }, n: 9 } }],
      [
        { key: "daily.share.source", params: { name: { key: "card.knights.name", params: {} }, n: 20 } },
        { key: "daily.share.source", params: { name: { key: "card.castle.name", params: {} }, n: 12 } },
      ],
    ],
  } as unknown as DailyOwnResult;
  expect(shareText(mine, "2026-11-18").split("\n")).toEqual([
    "Kingdom Builder, daily challenge 322",
    "66 gold, beat Mason by 9",
    "Knights 20 · Castles 12",
    `${location.origin}/daily?date=2026-11-18`,
  ]);
});

test("times and days are said in words", () => {
  expect(timeLeft(9 * 3600 + 12 * 60 + 5)).toBe("9\u00a0h 12\u00a0min");
  expect(timeLeft(20)).toBe("1\u00a0min");
  expect(dayName("2026-11-18")).toBe("18 Nov");
  expect(dayBeside("2026-03-01", -1)).toBe("2026-02-28");
});
