import { describe, expect, test } from "vitest";
import { tapped } from "../../src/board/taps";
import { WIDTH, centre, fromName } from "../../src/lib/hexes";

const [e5, f5, h5] = ["e5", "f5", "h5"].map(fromName) as [number, number, number];
/** A point between the middle of e5 and that of f5; 0.5 is their common side. */
const between = (share: number) => ({ x: centre(e5).x + share * WIDTH, y: centre(e5).y });

describe("which hex a tap means", () => {
  test("the hex under it, if it may be chosen", () => {
    expect(tapped(between(0.4), e5, [e5, f5])).toBe(e5);
    expect(tapped(between(0.6), f5, [e5, f5])).toBe(f5);
  });

  test("a hex beside it that may be chosen, if the tap is close to it", () => {
    expect(tapped(between(0.55), f5, [e5])).toBe(e5);
    expect(tapped(between(0.7), f5, [e5])).toBe(e5);
  });

  test("the hex under it, if the tap is clearly on it: then it is asked why not", () => {
    expect(tapped(between(0.9), f5, [e5])).toBe(f5);
    expect(tapped(between(1), f5, [e5])).toBe(f5);
  });

  test("the hex under it, if it has something to say itself", () => {
    expect(tapped(between(0.55), f5, [e5], true)).toBe(f5);
  });

  test("the hex under it, if no other is near", () => {
    expect(tapped(between(0.55), f5, [h5])).toBe(f5);
    expect(tapped(between(0.55), f5, [])).toBe(f5);
  });

  test("a hex at the edge of the board, if the tap is beside the board", () => {
    const a1 = fromName("a1");
    const outside = { x: centre(a1).x - 0.7 * WIDTH, y: centre(a1).y };
    expect(tapped(outside, null, [a1])).toBe(a1);
    expect(tapped({ ...outside, x: outside.x - WIDTH }, null, [a1])).toBeNull();
  });

  test("the nearest of several", () => {
    expect(tapped({ x: centre(f5).x + 0.3 * WIDTH, y: centre(f5).y }, f5, [e5, fromName("g5")])).toBe(fromName("g5"));
  });
});
