import { describe, expect, test } from "vitest";
import { fromName, nameOf } from "../../src/lib/hexes";
import { comparedHexes } from "../../src/review/compare";
import type { Step } from "../../src/table/turns";

const step = (placed: string[], removed: string[] = []): Step => ({ action: "turn", placed: placed.map(fromName), removed: removed.map(fromName), gained: [], lost: [] });
const shown = (...found: Parameters<typeof comparedHexes>) => comparedHexes(...found).map(({ hex, kind, number }) => [nameOf(hex), kind, number]);

describe("two turns on the board", () => {
  const played = [step(["s11"]), step(["j10"]), step(["m11"]), step(["l10"])];
  const better = [step(["s11"]), step(["j10"]), step(["c11"]), step(["b11"])];

  test("what is the same in both has a number, so has what is better; what was played instead has a cross", () => {
    expect(shown({ played, better, same: false })).toEqual([
      ["s11", "same", 1],
      ["j10", "same", 2],
      ["c11", "better", 3],
      ["b11", "better", 4],
      ["m11", "played", null],
      ["l10", "played", null],
    ]);
  });

  test("one of them is shown by itself", () => {
    expect(shown({ played, better, same: false }, "played").map(([, kind, number]) => [kind, number])).toEqual([1, 2, 3, 4].map((n) => ["same", n]));
    expect(shown({ played, better, same: false }, "better").map(([hex, kind]) => [hex, kind])).toEqual(["s11", "j10", "c11", "b11"].map((hex) => [hex, "better"]));
  });

  test("turns that lead to the same position have no difference, in whatever order they are played", () => {
    expect(shown({ played, better: [...played].reverse(), same: true }).map(([, kind]) => kind)).toEqual(["same", "same", "same", "same"]);
  });

  test("a wall is marked where it stands, without a settlement", () => {
    const wall = (hex: string) => ({ ...step([]), action: "quarry", blocked: [fromName(hex)] });
    expect(shown({ played: [step(["c3"]), wall("d4")], better: [step(["c3"]), wall("e5")], same: false })).toEqual([
      ["c3", "same", 1],
      ["e5", "blocked", 2],
      ["d4", "played", null],
    ]);
  });

  test("a move of the better turn is marked where it begins, unless that was played too", () => {
    const move = step(["b2"], ["a1"]);
    expect(shown({ played: [step(["c3"])], better: [move], same: false })).toEqual([
      ["b2", "better", 1],
      ["a1", "from", null],
      ["c3", "played", null],
    ]);
    expect(shown({ played: [step(["c3"], ["a1"])], better: [move], same: false }).map(([hex]) => hex)).toEqual(["b2", "c3"]);
  });

  test("a piece of several hexes has one number", () => {
    expect(shown({ played: [], better: [step(["a1", "b1"]), step(["c1"])], same: false }).map(([, , number]) => number)).toEqual([1, null, 2]);
  });
});
