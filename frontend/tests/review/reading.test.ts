import { describe, expect, test } from "vitest";
import type { ReviewDocument, ReviewedTurn } from "../../src/generated/protocol";
import { fromName } from "../../src/lib/hexes";
import { firstSeat, firstTurn, nextMistake, turnBriefly, turnsOfSeat } from "../../src/review/reading";

const player = (gold_lost: number) => ({ accuracy: 90, best: 0, good: 0, slip: 0, mistake: 0, gold_lost, luck: 0 });
const turn = (number: number, mark: ReviewedTurn["mark"]): ReviewedTurn => ({
  turn: number,
  seat: (number - 1) % 2,
  card: "grass",
  begun: 0,
  ended: 0,
  played: [],
  better: [],
  better_answers: [],
  same: mark === "best",
  margin_before: 0,
  margin_after: 0,
  chance_before: 0.5,
  chance_after: 0.5,
  gold_lost: 0,
  mark,
  reason: null,
  expected_played: [],
  expected_better: [],
  others_played: 0,
  others_better: 0,
  luck: 0,
});
const review = (marks: ReviewedTurn["mark"][], turning_points: number[] = []): ReviewDocument => ({
  version: "1",
  budget: 1,
  sources: [],
  players: [player(3), player(8)],
  turns: marks.map((mark, i) => turn(i + 1, mark)),
  lead: [],
  chance: [],
  turning_points,
});

describe("what is shown first", () => {
  const found = review(["good", "good", "mistake", "mistake"], [3, 2]);

  test("is the reader's most important turn", () => {
    expect(firstSeat(found, [0])).toBe(0);
    expect(firstTurn(found, 0)).toBe(2);
  });

  test("without a reader it is that of the player who lost most gold", () => {
    expect(firstSeat(found, [])).toBe(1);
    expect(firstTurn(found, 1)).toBe(3);
  });

  test("without a turning point it is the player's first turn", () => {
    expect(firstTurn(review(["best", "best"]), 1)).toBe(1);
    expect(turnsOfSeat(found, 1)).toEqual([1, 3]);
  });
});

describe("the next mistake", () => {
  test("is one of the same player, and after the last comes the first", () => {
    const found = review(["mistake", "mistake", "slip", "good", "mistake"]);
    expect(nextMistake(found, 0, 0)).toBe(4);
    expect(nextMistake(found, 0, 4)).toBe(0);
    expect(nextMistake(found, 1, 1)).toBe(null);
  });

  test("is a slip for a player without mistakes", () => {
    expect(nextMistake(review(["slip", "best", "best", "best", "slip"]), 0, 0)).toBe(4);
    expect(nextMistake(review(["good", "mistake"]), 0, 0)).toBe(null);
  });

  test("is a slip too for a player with one mistake", () => {
    const found = review(["slip", "best", "mistake", "best", "slip"]);
    expect([0, 2, 4].map((at) => nextMistake(found, 0, at))).toEqual([2, 4, 0]);
  });
});

test("a turn is told in its order, with tiles and moves", () => {
  const [a1, b2, c3] = ["a1", "b2", "c3"].map(fromName) as [number, number, number];
  const step = (action: string, placed: number[], removed: number[] = [], gained: string[] = []) => ({ action, placed, removed, gained, lost: [] });
  expect(turnBriefly([step("farm", [a1]), step("turn", [b2]), step("paddock", [c3], [a1]), step("turn", [], [b2]), step("turn", [], [], ["oracle"])])).toBe("Farm\u00a0a1 b2 Paddock\u00a0a1–c3 −b2");
});

test("a tile that is used several times in a row is named once", () => {
  const [a1, b2, c3] = ["a1", "b2", "c3"].map(fromName) as [number, number, number];
  const step = (action: string, placed: number[], removed: number[] = []) => ({ action, placed, removed, gained: [], lost: [] });
  expect(turnBriefly([step("farm", [a1]), step("farm", [b2]), step("turn", [c3])])).toBe("Farm\u00a0a1+b2 c3");
  expect(turnBriefly([step("turn", [c3]), step("turn", [b2]), step("paddock", [a1], [b2]), step("farm", [b2])])).toBe("c3 b2 Paddock\u00a0b2–a1 Farm\u00a0b2");
});

test("a turn names its walls, and a tile that draws a card", () => {
  const [a1, b2] = ["a1", "b2"].map(fromName) as [number, number];
  const step = (action: string, placed: number[], blocked: number[]) => ({ action, placed, removed: [], gained: [], lost: [], blocked });
  expect(turnBriefly([step("turn", [a1], []), step("quarry", [], [b2]), step("fort", [], [])])).toBe("a1 Quarry\u00a0b2 Fort");
});
