import { describe, expect, test } from "vitest";
import type { SectionMap } from "../../src/generated/protocol";
import { boardLayout, layOut, quadrantsOf, scoredLayout } from "../../src/score/layout";
import { position } from "../examples";

const ROW = "DDDDDDDDDD";
const map = (name: string, rows: string[], locations: Record<string, string>): SectionMap => ({ name, set: "base", rows, locations, stand_in: false });
const FARM = map("farm", ["1K" + ROW.slice(2), ...Array<string>(9).fill(ROW)], { 1: "farm" });
const ISLAND = map("island-rope_bridge", ["..1" + ".......", ...Array<string>(4).fill("..GGG.....")], { 1: "rope_bridge" });
const MAPS = [FARM, ISLAND];

describe("sections", () => {
  test("are placed in reading order, as they are or turned by 180 degrees", () => {
    const { rows, locations } = layOut([["farm", 0], ["farm", 180], ["farm", 180], ["farm", 0]], MAPS);
    expect(rows[0]!.slice(0, 2)).toBe("LK");
    expect(rows[9]!.slice(18)).toBe("KL");
    expect(locations).toEqual({ "0,0": "farm", "9,19": "farm", "19,9": "farm", "10,10": "farm" });
  });

  test("do not include the sides of the Island", () => {
    expect(quadrantsOf(MAPS)).toEqual([FARM]);
  });

  test("can be painted over, with terrain or with a location", () => {
    const painted = new Map([
      ["0,0", "W"],
      ["3,3", "tile:tower"],
    ]);
    const { rows, locations } = layOut([["farm", 0]], MAPS, painted);
    expect([rows[0]![0], rows[3]![3]]).toEqual(["W", "L"]);
    expect(locations).toEqual({ "3,3": "tower" });
  });
});

describe("the layout of a board", () => {
  test("names its locations, also that of the Island", () => {
    const layout = boardLayout(layOut([["farm", 0]], MAPS), "rope_bridge", MAPS);
    expect(layout.locations).toEqual({ a1: "farm", "i:c1": "rope_bridge" });
    expect(layout.island_rows?.[0]).toBe("..L.......");
  });

  test("has no Island if none is chosen", () => {
    expect(boardLayout(layOut([["farm", 0]], MAPS), "", MAPS).island_rows).toBeNull();
  });

  test("comes from the server for a pasted position", () => {
    const capitols = [[0, 1] as [number, number]];
    const scored = { rows: ["GL"], island_rows: null, locations: { b1: "farm" }, players: [], position: { ...position([]), capitols } };
    expect(scoredLayout(scored)).toEqual({ rows: ["GL"], island_rows: null, locations: { b1: "farm" }, nomad_tiles: {}, capitols: ["b1"], caves: [] });
  });
});
