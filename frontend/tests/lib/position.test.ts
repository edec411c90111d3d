import { describe, expect, test } from "vitest";
import { fromName } from "../../src/lib/hexes";
import { boardContents, boardHexes, piecesOf } from "../../src/lib/position";
import { contents, pieces } from "../examples";

describe("the ground", () => {
  const ground = boardHexes({
    rows: ["GLK", "CNM"],
    island_rows: [".L"],
    locations: { b1: "farm", "i:b1": "rope_bridge" },
    nomad_tiles: { b2: "sword" },
    marks: { flag: [fromName("c1")], cave: [fromName("c2")] },
  });

  test("has a terrain or a special hex for every letter", () => {
    expect(ground.size).toBe(7);
    expect(ground.get(fromName("a1"))).toMatchObject({ terrain: "grass", special: null, marks: [] });
    expect(ground.get(fromName("c1"))).toMatchObject({ terrain: null, special: "castle", marks: ["flag"] });
    expect(ground.get(fromName("c2"))).toMatchObject({ terrain: "mountain", marks: ["cave"] });
  });

  test("has the tiles of locations and nomad spaces", () => {
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
    expect([...piecesOf([pieces(0, [0]), pieces(1, [404], "tractor")])]).toEqual([
      [0, { kind: "settlement", seat: 0, around: false }],
      [404, { kind: "tractor", seat: 1, around: false }],
    ]);
  });

  test("one on several hexes is drawn on one of them, before the others", () => {
    const found = piecesOf([pieces(0, [9]), pieces(1, [21], "barn_house", [0, 1, 20])]);
    expect([...found].filter(([, piece]) => !piece.around).map(([hex]) => hex)).toEqual([21, 9]);
    expect([...found.keys()].sort((a, b) => a - b)).toEqual([0, 1, 9, 20, 21]);
  });

  test("marked lines, tiles left and what belongs to nobody are there too", () => {
    const found = boardContents(
      contents({ lines: [{ seat: 0, row: 3, island: false }], tiles_left: [[5, 2], [411, 1]], standing: { wall: [21], scout: [21, 42] } }),
    );
    expect(found.markers).toEqual([{ seat: 0, row: 3, island: false }]);
    expect([...found.tilesLeft]).toEqual([[5, 2], [411, 1]]);
    expect([...found.standing]).toEqual([[21, ["wall", "scout"]], [42, ["scout"]]]);
  });
});
