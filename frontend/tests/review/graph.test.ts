import { expect, test } from "vitest";
import { areaOf, labelPlace, nearestPoint, pointsOf } from "../../src/review/graph";

const SIZE = { width: 200, height: 100 };

test("a lead is above the middle, the other's lead below it, and the greatest fits", () => {
  const points = pointsOf([0, 20, -20], SIZE);
  expect(points.map(([, y]) => Math.sign(50 - y))).toEqual([0, 1, -1]);
  expect(Math.min(...points.map(([, y]) => y))).toBeGreaterThan(0);
  expect(Math.max(...points.map(([, y]) => y))).toBeLessThan(SIZE.height);
  expect(points.map(([x]) => x)).toEqual([...points.map(([x]) => x)].sort((a, b) => a - b));
});

test("a small lead does not fill the graph", () => {
  expect(pointsOf([0, 1], SIZE)[1]![1]).toBeGreaterThan(35);
});

test("the area begins and ends at the middle", () => {
  const area = areaOf(pointsOf([3, 4, 5], SIZE), SIZE);
  expect(area.startsWith("M12.0 50.0L12.0")).toBe(true);
  expect(area.endsWith(" 50.0z")).toBe(true);
  expect(areaOf([], SIZE)).toBe("");
});

test("a click chooses the nearest point", () => {
  const points = pointsOf([0, 0, 0], SIZE);
  expect([0, 95, 200].map((x) => nearestPoint(points, x))).toEqual([0, 1, 2]);
});

test("a label is where the fewest points are behind it", () => {
  const wide = { width: 400, height: 100 };
  expect(labelPlace([], wide, "bottom")).toBe("start");
  expect(labelPlace([[20, 95]], wide, "bottom")).toBe("end");
  expect(labelPlace([[20, 95]], wide, "top")).toBe("start");
  expect(labelPlace([[20, 95], [380, 90]], wide, "bottom")).toBe("middle");
  expect(labelPlace([[110, 95]], wide, "bottom", "You ahead")).toBe("start");
  expect(labelPlace([[110, 95]], wide, "bottom", "Maximilian ahead")).toBe("end");
});
