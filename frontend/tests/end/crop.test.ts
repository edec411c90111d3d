import { expect, test } from "vitest";
import { cropAround } from "../../src/end/crop";
import { type Box, boxOf, centre, fromName } from "../../src/lib/hexes";

const BOARD = boxOf(Array.from({ length: 400 }, (_, hex) => hex));
const has = (box: Box, name: string) => {
  const { x, y } = centre(fromName(name));
  return x > box.left && x < box.left + box.width && y > box.top && y < box.top + box.height;
};
const crop = (names: string[], shape = { width: 200, height: 280 }) => cropAround(names.map((name) => centre(fromName(name))), shape, BOARD);

test("hexes next to each other are all shown, in the shape of the frame", () => {
  const box = crop(["k10", "l10", "l11"]);
  expect(["k10", "l10", "l11"].every((name) => has(box, name))).toBe(true);
  expect(box.height / box.width).toBeCloseTo(1.4);
});

test("of hexes far from each other the larger group is shown", () => {
  const box = crop(["a1", "b1", "t20"]);
  expect([has(box, "a1"), has(box, "b1"), has(box, "t20")]).toEqual([true, true, false]);
});

test.each(["a1", "t1", "a20", "t20"])("nothing beside the board is shown at %s", (name) => {
  const box = crop([name]);
  expect(box.left).toBeGreaterThanOrEqual(BOARD.left);
  expect(box.top).toBeGreaterThanOrEqual(BOARD.top);
  expect(box.left + box.width).toBeLessThanOrEqual(BOARD.left + BOARD.width + 0.001);
  expect(box.top + box.height).toBeLessThanOrEqual(BOARD.top + BOARD.height + 0.001);
});

test("a turn without a hex shows a part of the board too", () => expect(Number.isFinite(crop([]).left)).toBe(true));
