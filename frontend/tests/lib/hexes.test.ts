import { describe, expect, test } from "vitest";
import {
  besideLine,
  boxOf,
  centre,
  fromCoordinates,
  fromName,
  hexAt,
  hexAtPoint,
  hexesBetween,
  isIsland,
  nameOf,
  neighbours,
  outlineOf,
  rulersOf,
  sectionOf,
  step,
  toCoordinates,
} from "../../src/lib/hexes";

const ALL = Array.from({ length: 450 }, (_, hex) => hex);

describe("names and coordinates", () => {
  test("every column and row of an outline with gaps has its letter and its number", () => {
    const island = ["i:b1", "i:c1", "i:a2", "i:d3", "i:b5"].map(fromName);
    const { letters, numbers } = rulersOf([...ALL.slice(0, 400), ...island], true);
    expect(letters.map(({ name }) => name).sort()).toEqual(["a", "b", "c", "d"]);
    expect(numbers.map(({ name }) => name)).toEqual([1, 2, 3, 5]);
    expect(letters.find(({ name }) => name === "b")!.x).toBe(centre(fromName("i:b1")).x);
    expect(numbers.find(({ name }) => name === 5)!.y).toBe(centre(fromName("i:b5")).y);
  });

  test("the board is numbered row by row, then the Island", () => {
    expect([hexAt(0, 0), hexAt(0, 19), hexAt(1, 0), hexAt(19, 19)]).toEqual([0, 19, 20, 399]);
    expect([hexAt(0, 0, true), hexAt(4, 9, true)]).toEqual([400, 449]);
    expect(ALL.filter(isIsland)).toEqual(ALL.slice(400));
  });

  test("a name has the column as a letter and the row from 1", () => {
    expect([0, 19, 20, 399, 400, 449].map(nameOf)).toEqual(["a1", "t1", "a2", "t20", "i:a1", "i:j5"]);
  });

  test("every form of a hex can be read back", () => {
    expect(ALL.map(nameOf).map(fromName)).toEqual(ALL);
    expect(ALL.map(toCoordinates).map(fromCoordinates)).toEqual(ALL);
  });
});

describe("neighbours", () => {
  test("odd rows are shifted half a hex to the right (R0.13)", () => {
    expect(neighbours(hexAt(1, 5)).sort((a, b) => a - b)).toEqual([5, 6, 24, 26, 45, 46]);
    expect(neighbours(hexAt(2, 5)).sort((a, b) => a - b)).toEqual([24, 25, 44, 46, 64, 65]);
  });

  test("neighbours are mutual, and never join the board and the Island", () => {
    const pairs = ALL.flatMap((hex) => neighbours(hex).map((other) => [hex, other] as const));
    expect(pairs.filter(([hex, other]) => !neighbours(other).includes(hex))).toEqual([]);
    expect(pairs.filter(([hex, other]) => isIsland(other) !== isIsland(hex))).toEqual([]);
  });

  test("there is nothing beyond the edge", () => {
    expect([step(0, "W"), step(0, "NE"), step(399, "E"), step(399, "SW"), step(400, "NW")]).toEqual([null, null, null, null, null]);
    expect(neighbours(0)).toEqual([1, 20]);
  });
});

describe("sections", () => {
  test("a board has four of them, and the Island is none (R0.16)", () => {
    expect([hexAt(9, 9), hexAt(9, 10), hexAt(10, 9), hexAt(10, 10), 400].map(sectionOf)).toEqual([0, 1, 2, 3, null]);
  });
});

describe("the drawing", () => {
  test("neighbours have the same distance in every direction", () => {
    const from = centre(hexAt(5, 5));
    const distances = neighbours(hexAt(5, 5)).map((hex) => Math.hypot(centre(hex).x - from.x, centre(hex).y - from.y));
    expect(Math.max(...distances) - Math.min(...distances)).toBeLessThan(0.5);
  });

  test("every hex is inside the drawing, the Island below the board", () => {
    const isInside = (hex: number, box: ReturnType<typeof boxOf>) => {
      const { x, y } = centre(hex);
      return x > box.left && x < box.left + box.width && y > box.top && y < box.top + box.height;
    };
    expect(ALL.filter((hex) => !isInside(hex, boxOf(ALL)))).toEqual([]);
    expect(ALL.filter((hex) => !isInside(hex, boxOf(ALL.slice(0, 400))))).toEqual(ALL.filter(isIsland));
  });

  test("a marker is at the end of a row that has room for it", () => {
    expect(besideLine(0, false).x).toBeGreaterThan(centre(hexAt(0, 19)).x);
    expect(besideLine(1, false).x).toBeLessThan(centre(hexAt(1, 0)).x);
    expect(besideLine(2, true).x).toBeGreaterThan(centre(hexAt(2, 9, true)).x);
  });

  test("the outline of several hexes leaves out the sides between them", () => {
    const sides = (hexes: number[]) => outlineOf(new Set(hexes)).split("z").slice(0, -1).map((loop) => loop.split("L").length);
    expect([sides([0]), sides([0, 1]), sides([0, 1, 20])]).toEqual([[6], [10], [12]]);
    expect(sides([0, 5])).toEqual([6, 6]);
  });

  test("a hole in a set of hexes is a line of its own", () => {
    const middle = hexAt(5, 5);
    expect(outlineOf(new Set(neighbours(middle))).split("z").slice(0, -1).map((loop) => loop.split("L").length)).toEqual([18, 6]);
  });
});

describe("hexes at points of the drawing", () => {
  test("every hex is at its centre and around it", () => {
    for (const [dx, dy] of [[0, 0], [19, 0], [-19, 0], [0, 20], [0, -20], [10, 15]] as const) {
      expect(ALL.map(centre).map(({ x, y }) => hexAtPoint({ x: x + dx, y: y + dy }))).toEqual(ALL);
    }
  });

  test("there is none beside the board", () => {
    const { x, y } = centre(fromName("a1"));
    expect([{ x: x - 30, y }, { x, y: y - 40 }, { x: -500, y: 9000 }].map(hexAtPoint)).toEqual([null, null, null]);
  });

  test("a line crosses the hexes between its ends in their order, and leaves none out", () => {
    const along = (from: string, to: string) => hexesBetween(centre(fromName(from)), centre(fromName(to))).map(nameOf);
    expect(along("b3", "f3")).toEqual(["b3", "c3", "d3", "e3", "f3"]);
    expect(along("b3", "b3")).toEqual(["b3"]);
    const long = hexesBetween(centre(fromName("b2")), centre(fromName("n17")));
    expect(long.slice(1).every((hex, i) => neighbours(long[i]!).includes(hex))).toBe(true);
  });
});
