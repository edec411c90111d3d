import { expect, test } from "vitest";
import { fromName } from "../../src/lib/hexes";
import { boardHexes } from "../../src/lib/position";
import { sectionLayout } from "../../src/lib/sections";

const SECTION = { name: "hill", set: "base", rows: ["GT1", "WMD"], locations: { "1": "well" }, stand_in: false };
const at = (name: string, turned: boolean) => boardHexes(sectionLayout(SECTION, turned)).get(fromName(name));

test("a section is a small board with its locations", () => {
  expect(at("a1", false)).toMatchObject({ terrain: "grass" });
  expect(at("c1", false)).toMatchObject({ special: "location", tile: "well" });
});

test("a turned section has its last hex first", () => {
  expect(at("a1", true)).toMatchObject({ terrain: "desert" });
  expect(at("a2", true)).toMatchObject({ special: "location", tile: "well" });
  expect(at("c2", true)).toMatchObject({ terrain: "grass" });
});
