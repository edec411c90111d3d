import { describe, expect, test } from "vitest";
import { bestTwo, gainsOf, goldByTurn, headline, reason, rowsOf, totalsOf, turnInShort } from "../../src/end/result";
import { fromName } from "../../src/lib/hexes";
import type { ScoreLine, Summary } from "../../src/generated/protocol";

const lines = (gold: Record<string, number>): ScoreLine[] => Object.entries(gold).map(([source, each]) => ({ source, gold: each, hexes: [] }));
const SCORES = [lines({ knights: 20, merchants: 16, lords: 0, castle: 0 }), lines({ knights: 24, merchants: 0, lords: 3, castle: 0 })];
const NAMES = ["Vera", "Mason", "Tom"];

describe("who has won", () => {
  const totals = totalsOf(SCORES);
  test("the winner reads it as you, all others by name", () => {
    expect(headline(NAMES, totals, [0], 0)).toBe("You win by 9");
    expect(headline(NAMES, totals, [0], 1)).toBe("Vera wins by 9");
    expect(headline(NAMES, totals, [0], null)).toBe("Vera wins by 9");
  });
  test("a shared victory names all winners", () => {
    expect(headline(NAMES, [5, 5, 1], [0, 1], null)).toBe("Vera and Mason share the victory");
    expect(headline(NAMES, [5, 5, 1], [0, 1], 1)).toBe("You share the victory with Vera");
  });
  test("the best opponent has the most gold of the others", () => {
    expect(bestTwo([4, 9, 7], [1])).toEqual([1, 2]);
    expect(bestTwo([9, 4, 9], [0, 2])).toEqual([0, 2]);
  });
});

describe("why", () => {
  test("the reason is the card with the greatest difference for the winner, not the one that paid most", () => {
    expect(reason(rowsOf(SCORES, ["knights"]), totalsOf(SCORES), [0])).toBe("Merchants made the difference: 16 to 0.");
  });
  test("the cards of the game are shown even if they paid nothing, anything else only if it paid", () => {
    const scores = [lines({ lords: 0, castle: 0, palace: 5 }), lines({ lords: 0, castle: 0, palace: 0 })];
    expect(rowsOf(scores, ["lords"]).map(({ source }) => source)).toEqual(["lords", "palace"]);
  });
});

describe("turns", () => {
  const turn = (number: number, seat: number, gold: number[][]) => ({ turn: number, seat, seq: number, hexes: [], gold });
  const summary: Summary = {
    sources: ["knights", "lords", "castle"],
    beginning: [[0, 12, 0], [0, 12, 0]],
    turns: [turn(1, 0, [[2, 12, 0], [0, 0, 0]]), turn(2, 1, [[2, 0, 0], [4, 12, 3]]), turn(3, 1, [[2, 0, 0], [4, 8, 3]]), turn(4, 0, [[2, 0, 0], [4, 8, 3]])],
    winner: 1,
    rival: 0,
    decisive: [],
  };
  test("a turn is named by what its player got for it, the most first", () => {
    expect(gainsOf(summary, summary.turns[0]!)).toBe("Knights 2");
    expect(gainsOf(summary, summary.turns[1]!)).toBe("Lords 12, Knights 4");
    expect(gainsOf(summary, summary.turns[2]!)).toBe("Lords −4");
    expect(gainsOf(summary, summary.turns[3]!)).toBe("No gold");
  });
  test("the graph begins with what players have before the first turn", () => {
    expect(goldByTurn(summary)).toEqual([[12, 12], [14, 0], [2, 19], [2, 15], [2, 15]]);
  });
});

test("a turn that is too long for its title ends with a whole step", () => {
  const step = (to: string, action = "mandatory", from = "") => ({ action, placed: [fromName(to)], removed: from ? [fromName(from)] : [], gained: [], lost: [] });
  const steps = [step("g19", "harbor", "g3"), step("j10"), step("m11", "foresters_lodge"), step("l10")];
  expect(turnInShort(steps)).toBe("Harbor\u00a0g3–g19 j10 Forester’s lodge\u00a0m11 l10");
  expect(turnInShort(steps, 35)).toBe("Harbor\u00a0g3–g19 j10 …");
  expect(turnInShort([])).toBe("");
});
