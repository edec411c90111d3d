import { describe, expect, test } from "vitest";
import { apart, goldSoFar, pathOf, scale } from "../../src/table/graph";
import { placed } from "../examples";

test("the gold so far is that of the events that have it", () => {
  const events = [{ ...placed(1, 0, 5), gold: [0, 0] }, placed(2, 0, 6), { ...placed(3, 0, 7), gold: [4, 0] }];
  expect(goldSoFar(events)).toEqual([
    [0, 0],
    [4, 0],
  ]);
  expect(goldSoFar([])).toEqual([]);
});

describe("the scale", () => {
  test("has at most four lines, at round amounts", () => {
    expect(scale(10)).toEqual([5, 10]);
    expect(scale(44)).toEqual([20, 40]);
    expect(scale(104)).toEqual([50, 100]);
  });

  test("has no line above the greatest amount", () => {
    for (let most = 10; most < 300; most++) {
      expect(scale(most).length).toBeLessThanOrEqual(4);
      expect(scale(most).at(-1)).toBeLessThanOrEqual(most);
    }
  });
});

test("a path goes through its points", () => {
  expect(pathOf([[0, 10], [5.25, 0]])).toBe("M0.0 10.0L5.3 0.0");
  expect(pathOf([])).toBe("");
});

describe("marks", () => {
  test("that are far apart stay where they are", () => {
    expect(apart([10, 50, 30], 14, 0, 60)).toEqual([10, 50, 30]);
  });

  test("that are close to each other move apart and keep their order", () => {
    expect(apart([20, 22, 18], 14, 0, 100)).toEqual([32, 46, 18]);
  });

  test("stay above the bottom", () => {
    expect(apart([60, 60, 60], 14, 0, 60)).toEqual([32, 46, 60]);
  });

  test("that do not fit share the room evenly", () => {
    expect(apart([0, 0, 0, 0, 0], 14, 0, 40)).toEqual([0, 10, 20, 30, 40]);
  });
});
