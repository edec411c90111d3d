import { describe, expect, test } from "vitest";
import { beyond, fingerScale, inside, isSeen, middleOf, targetFor } from "../../src/board/camera";
import { PLAIN_MARGINS, WIDTH, boxOf, centre, fromName } from "../../src/lib/hexes";

const bounds = boxOf(
  Array.from({ length: 400 }, (_, hex) => hex),
  PLAIN_MARGINS,
);
const hexes = (names: string) => names.split(" ").map(fromName);
/** A window of 400 by 300 units with its middle in the middle of the board. */
const middle = middleOf(bounds);
const around = ({ x, y }: { x: number; y: number }) => ({ left: x - 200, top: y - 150, width: 400, height: 300 });
const window = around(middle);

describe("the size of hexes on a phone", () => {
  // The free part of the frame: the screen without the rulers and what is above, below or beside the board.
  test.each([
    [372, 480],
    [342, 280],
    [464, 372],
    [552, 412],
    [394, 560],
  ])("a window of %i by %i has hexes for fingers", (width, height) => {
    const hex = fingerScale(width, height, bounds) * WIDTH;
    expect(hex).toBeGreaterThanOrEqual(24);
    expect(hex).toBeLessThanOrEqual(44);
  });

  test("a phone of 390 pixels has hexes of about 29, turned of about 36", () => {
    expect(fingerScale(372, 480, bounds) * WIDTH).toBeCloseTo(29, 0);
    expect(fingerScale(464, 372, bounds) * WIDTH).toBeCloseTo(36, 0);
  });

  test("a high window is filled by the height of the board", () => {
    expect(fingerScale(372, 620, bounds) * bounds.height).toBeCloseTo(620);
  });

  test("a window with room for more shows the whole board", () => {
    expect(fingerScale(1400, 1200, bounds)).toBeCloseTo(Math.min(1400 / bounds.width, 1200 / bounds.height));
  });
});

describe("where the window goes", () => {
  test("nowhere if all hexes are seen", () => {
    expect(targetFor(hexes("j10 k11 l10"), window, bounds, null)).toEqual(middle);
  });

  test("to all of them if they fit", () => {
    const wanted = hexes("a1 b1 c2 e5");
    const there = around(targetFor(wanted, window, bounds, null));
    expect(wanted.every((hex) => isSeen(hex, there, null))).toBe(true);
  });

  test("no further than the edge of the board", () => {
    for (const corner of ["a1", "t1", "a20", "t20"]) {
      const target = targetFor(hexes(corner), window, bounds, null);
      expect(inside(target, window, bounds)).toEqual(target);
      expect(isSeen(fromName(corner), around(target), null)).toBe(true);
    }
  });

  test("to most of them if they do not fit", () => {
    const wanted = hexes("a1 a2 b1 b2 c1 t20");
    const there = around(targetFor(wanted, window, bounds, null));
    expect(wanted.filter((hex) => isSeen(hex, there, null))).toEqual(hexes("a1 a2 b1 b2 c1"));
  });

  test("nowhere if they do not fit and half of what is possible is seen", () => {
    const wanted = hexes("j10 k10 a1 a2 b1 b2");
    expect(targetFor(wanted, window, bounds, null)).toEqual(middle);
    expect(targetFor(wanted, window, bounds, null, 1)).not.toEqual(middle);
  });

  test("so far that no arrow at an edge covers them, if there can be arrows", () => {
    const ARROW = 60;
    const [hex] = hexes("n10") as [number];
    expect(isSeen(hex, window, null)).toBe(true);
    expect(targetFor([hex], window, bounds, null)).toEqual(middle);
    const there = around(targetFor([hex], window, bounds, null, 0.5, ARROW));
    expect(centre(hex).x).toBeLessThan(there.left + there.width - ARROW);
    const atEdge = targetFor(hexes("t10"), window, bounds, null, 0.5, ARROW);
    expect(targetFor(hexes("t10 s10"), around(atEdge), bounds, null, 0.5, ARROW)).toEqual(atEdge);
  });

  test("away from what covers a corner", () => {
    const [hex] = hexes("n13") as [number];
    const covered = { left: window.left + 280, top: window.top + 200, width: 120, height: 100 };
    expect([isSeen(hex, window, null), isSeen(hex, window, covered)]).toEqual([true, false]);
    const target = targetFor([hex], window, bounds, covered);
    const [dx, dy] = [target.x - middle.x, target.y - middle.y];
    expect(isSeen(hex, around(target), { ...covered, left: covered.left + dx, top: covered.top + dy })).toBe(true);
  });
});

describe("hexes outside the window", () => {
  test("are counted by their side", () => {
    const found = beyond(hexes("j10 a10 b11 t10 k1 k20 l20 l19"), window, null);
    expect(Object.fromEntries(found.map(({ side, hexes: hidden }) => [side, hidden.length]))).toEqual({ left: 2, right: 1, up: 1, down: 3 });
  });

  test("none if all are seen", () => {
    expect(beyond(hexes("j10 k11"), window, null)).toEqual([]);
  });

  test("a hex below the small map is below", () => {
    const covered = { left: window.left + 280, top: window.top + 200, width: 120, height: 100 };
    expect(beyond(hexes("n13"), window, covered).map(({ side }) => side)).toEqual(["down"]);
  });
});
