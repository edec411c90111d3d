import { describe, expect, test } from "vitest";
import { arrivals, wave } from "../../src/board/motion";
import { centre, fromName } from "../../src/lib/hexes";
import type { Piece } from "../../src/lib/position";

const own = (names: string, seat = 0): [number, Piece][] =>
  names.split(" ").map((name) => [fromName(name), { kind: "settlement", seat, around: false }]);

describe("new pieces", () => {
  test("none when a board is shown for the first time", () => {
    expect(arrivals(null, new Map(own("a1 b1"))).size).toBe(0);
  });

  test("none if nothing has changed", () => {
    expect(arrivals(new Map(own("a1 b1")), new Map(own("b1 a1"))).size).toBe(0);
  });

  test("a built piece comes from nowhere", () => {
    expect([...arrivals(new Map(own("a1")), new Map(own("a1 c3")))]).toEqual([[fromName("c3"), null]]);
  });

  test("a moved piece comes from its hex", () => {
    const [from, to] = [centre(fromName("a1")), centre(fromName("c3"))];
    expect(arrivals(new Map(own("a1 b1")), new Map(own("b1 c3"))).get(fromName("c3"))).toEqual({ x: from.x - to.x, y: from.y - to.y });
  });

  test("a piece of another player does not move there", () => {
    expect(arrivals(new Map(own("a1", 1)), new Map(own("c3", 0))).get(fromName("c3"))).toBeNull();
  });

  test("another position is shown without movement", () => {
    expect(arrivals(new Map(), new Map(own("a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1 m1"))).size).toBe(0);
  });
});

describe("the wave of hexes that may be chosen", () => {
  test("begins at the player's pieces", () => {
    const delays = wave(["f5", "c5", "d5"].map(fromName), [fromName("b5")]);
    expect([...delays]).toEqual([
      [fromName("c5"), 0],
      [fromName("d5"), 12],
      [fromName("f5"), 24],
    ]);
  });

  test("ends after 400 milliseconds, of which the last hex takes 220", () => {
    const delays = wave(
      Array.from({ length: 300 }, (_, hex) => hex),
      [0],
    );
    expect(Math.max(...delays.values())).toBeLessThanOrEqual(180);
  });

  test("there may be no pieces and no hexes", () => {
    expect(wave([], []).size).toBe(0);
    expect(wave([7], []).get(7)).toBe(0);
  });
});
