import { describe, expect, test } from "vitest";
import { type TagSide, tagPlace } from "../../src/board/tags";
import { fromName, neighbours } from "../../src/lib/hexes";

const size = { width: 80, height: 28, tip: 8 };
const window = { left: 0, top: 0, width: 861, height: 732 };
const hexes = (names: string) => names.split(" ").filter(Boolean).map(fromName);
const sideOf = (hex: string, legal = "", pieces = "", covered = null as null | typeof window): TagSide =>
  tagPlace(fromName(hex), size, { window, covered, legal: hexes(legal), pieces: hexes(pieces) }).side;

describe("the side of a tag", () => {
  test("is above if nothing is there", () => {
    expect(sideOf("j10")).toBe("above");
  });

  test("is where it hides no hex that may be chosen", () => {
    expect(sideOf("j10", "j9 k9 i9")).toBe("below");
    expect(sideOf("j10", "j9 k9 i9 j11 k11 i11")).toBe("right");
    expect(sideOf("j10", "j9 k9 i9 j11 k11 i11 k10 l10 m10")).toBe("left");
  });

  test("hides the fewest pieces, and rather pieces than hexes that may be chosen", () => {
    expect(sideOf("j10", "", "j9 k9")).toBe("below");
    expect(sideOf("j10", "j9 k9", "i11 j11 k11 k10 l10 h10 i10")).not.toBe("above");
  });

  test("the hex itself does not count", () => {
    expect(sideOf("j10", "j10", "j10")).toBe("above");
  });

  test("is not below what covers the window", () => {
    expect(sideOf("j10", "", "", { left: 0, top: 0, width: 861, height: 320 })).toBe("below");
  });

  test.each(["a1", "t1", "a20", "t20", "j1", "a10"])("is inside the window at %s and does not hide the hex", (name) => {
    const { box } = tagPlace(fromName(name), size, { window, covered: null, legal: neighbours(fromName(name)), pieces: [] });
    expect(box.left).toBeGreaterThanOrEqual(window.left);
    expect(box.top).toBeGreaterThanOrEqual(window.top);
    expect(box.left + box.width).toBeLessThanOrEqual(window.left + window.width);
    expect(box.top + box.height).toBeLessThanOrEqual(window.top + window.height);
  });
});
