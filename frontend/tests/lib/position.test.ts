import { describe, expect, test } from "vitest";
import { fromName, hexAt } from "../../src/lib/hexes";
import { boardHexes, piecesOf, boardContents } from "../../src/lib/position";
import { position } from "../examples";

describe("the ground", () => {
  const ground = boardHexes({
    rows: ["GLK", "CNM"],
    island_rows: [".L"],
    locations: { b1: "farm", "i:b1": "rope_bridge" },
    nomad_tiles: { b2: "sword" },
    capitols: ["c1"],
    caves: ["c2"],
  });

  test("has a terrain or a special hex for every letter", () => {
    expect(ground.size).toBe(7);
    expect(ground.get(fromName("a1"))).toMatchObject({ terrain: "grass", special: null, cave: false });
    expect(ground.get(fromName("c1"))).toMatchObject({ terrain: null, special: "castle", capitol: true });
    expect(ground.get(fromName("c2"))).toMatchObject({ terrain: "mountain", cave: true });
  });

  test("has the tiles of locations and nomad hexes", () => {
    expect(ground.get(fromName("b1"))).toMatchObject({ special: "location", tile: "farm" });
    expect(ground.get(fromName("b2"))).toMatchObject({ special: "nomad", nomad: "sword" });
    expect(ground.get(fromName("i:b1"))).toMatchObject({ special: "location", tile: "rope_bridge" });
  });

  test("has no hex where the Island has none", () => {
    expect(ground.has(fromName("i:a1"))).toBe(false);
  });
});

describe("the pieces", () => {
  test("are there by kind and owner", () => {
    const pieces = piecesOf(position([{ settlements: [[0, 0]], ship: [3, 4] }, { warriors: [["island", 1, 2]], wagon: [5, 5] }]));
    expect([...pieces]).toEqual([
      [0, { kind: "settlement", seat: 0 }],
      [hexAt(3, 4), { kind: "ship", seat: 0 }],
      [hexAt(1, 2, true), { kind: "warrior", seat: 1 }],
      [hexAt(5, 5), { kind: "wagon", seat: 1 }],
    ]);
  });

  test("a city hall is on seven hexes (R5.19)", () => {
    const { pieces, halls } = boardContents(position([{}, { city_hall: [4, 4] }]));
    expect(pieces.size).toBe(7);
    expect(new Set([...pieces.values()].map((piece) => piece.kind))).toEqual(new Set(["city_hall"]));
    expect(halls).toEqual([{ hex: hexAt(4, 4), seat: 1 }]);
  });

  test("walls, scouts, markers and tiles left are there too", () => {
    const standing = boardContents({
      ...position([{ marked_lines: [3, ["island", 2]] }]),
      walls: [[1, 1]],
      scouts: [[2, 2]],
      tiles_left: { "0,5": 2, "island,1,1": 1 },
    });
    expect([...standing.walls]).toEqual([21]);
    expect([...standing.scouts]).toEqual([42]);
    expect(standing.markers).toEqual([
      { row: 3, island: false, seat: 0 },
      { row: 2, island: true, seat: 0 },
    ]);
    expect([...standing.tilesLeft]).toEqual([
      [5, 2],
      [411, 1],
    ]);
  });
});
