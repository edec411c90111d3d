import { expect, test } from "vitest";
import { fromName } from "../../src/lib/hexes";
import { GROUNDS, painted, rowsLayout, scoredLayout } from "../../src/score/layout";
import { contents, position } from "../examples";

const GROUND = { rows: ["LGG", "GGG"], island_rows: [".L"], locations: { a1: "farm", "i:b1": "rope_bridge" }, marks: {} };

test("a board can be painted over, with terrain or with a location", () => {
  const { rows, locations, island_rows } = painted(
    GROUND,
    new Map([
      [fromName("a1"), { code: "W" }],
      [fromName("c2"), { tile: "tower" }],
    ]),
  );
  expect(rows).toEqual(["WGG", "GGL"]);
  expect(locations).toEqual({ c2: "tower", "i:b1": "rope_bridge" });
  expect(island_rows).toEqual([".L"]);
});

test("locations are painted with their tile, not with their letter", () => {
  expect(GROUNDS.specials.map(([, kind]) => kind)).toContain("castle");
  expect(GROUNDS.specials.map(([, kind]) => kind)).not.toContain("location");
});

test("a position file has the locations of the board by row and column, without those of the Island", () => {
  expect(rowsLayout(GROUND)).toEqual({ rows: ["LGG", "GGG"], locations: { "0,0": "farm" } });
});

test("the layout of a pasted position comes from the server", () => {
  const map = { rows: ["GL"], island_rows: null, locations: { b1: "farm" }, marks: { flag: [1] } };
  const scored = { ...map, players: [], places: {}, position: position([]), contents: contents() };
  expect(scoredLayout(scored)).toEqual({ ...map, nomad_tiles: {} });
});
