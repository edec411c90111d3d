import { describe, expect, test } from "vitest";
import { arrivals, risingGroups, wave } from "../../src/board/motion";
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

describe("the groups that rise together", () => {
  const hexes = (names: string) => names.split(" ").map(fromName);

  test("hexes that rise within 60 milliseconds are one group, in the order of the board", () => {
    expect(risingGroups([], hexes("f5 c5 d5"), hexes("b5"))).toEqual([{ id: 0, delay: 0, hexes: hexes("c5 d5 f5") }]);
  });

  test("a large wave has few groups", () => {
    const groups = risingGroups([], Array.from({ length: 300 }, (_, hex) => hex), [0]);
    expect(groups.map(({ delay }) => delay)).toEqual([0, 60, 120, 180]);
    expect(groups.flatMap((group) => group.hexes)).toHaveLength(300);
  });

  test("a hex that could be chosen before stays in its group", () => {
    const first = risingGroups([], hexes("c5 d5"), hexes("b5"));
    expect(risingGroups(first, hexes("d5 e5"), hexes("b5"))).toEqual([
      { id: 0, delay: 0, hexes: hexes("d5") },
      { id: 1, delay: 0, hexes: hexes("e5") },
    ]);
  });

  test("new hexes that do not rise are one group, and the others stay in theirs", () => {
    const first = risingGroups([], hexes("c5 d5"), hexes("b5"));
    expect(risingGroups(first, hexes("d5 e5 m5"), hexes("b5"), false)).toEqual([
      { id: 0, delay: 0, hexes: hexes("d5") },
      { id: 1, delay: null, hexes: hexes("e5 m5") },
    ]);
    expect(risingGroups(first, hexes("c5"), hexes("b5"), false)).toEqual([{ id: 0, delay: 0, hexes: hexes("c5") }]);
  });

  test("nothing is left of hexes that may not be chosen any more", () => {
    expect(risingGroups(risingGroups([], hexes("c5"), []), [], [])).toEqual([]);
  });
});
