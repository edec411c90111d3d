import { describe, expect, test } from "vitest";
import { moved, terrainPaths } from "../../src/board/terrains";
import drawings from "../../src/generated/drawings.json";
import { centre, fromName } from "../../src/lib/hexes";
import type { BoardHex } from "../../src/lib/position";

const hex = (name: string, terrain: string | null): BoardHex => ({ hex: fromName(name), terrain, special: null, tile: null, nomad: null, marks: [] });

describe("a path that is moved", () => {
  test("has other absolute points and the same relative ones", () => {
    expect(moved("M-2 3l4 5zm1-1h.5L1.5-2.25 0 0", { x: 10, y: 100 })).toBe("M8 103l4 5zm1-1h.5L11.5 97.75 10 100");
  });

  test("is one of M and L in the drawings of all terrains", () => {
    const paths = Object.entries(drawings.defs).filter(([id]) => id.startsWith("terrain-")).flatMap(([, markup]) => [...markup.matchAll(/ d="([^"]*)"/g)].map(([, d]) => d!));
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((d) => /[A-KN-Z]/.test(d))).toEqual([]);
  });
});

describe("the terrains of several hexes", () => {
  test("have one path for each colour of the ground and each path of a drawing", () => {
    const paths = terrainPaths([hex("a1", "grass"), hex("b1", "water"), hex("d1", "grass")]);
    expect(paths.filter(({ fill }) => fill === "var(--grass)")).toHaveLength(1);
    expect(paths.filter(({ fill }) => fill === "var(--water)")).toHaveLength(1);
    expect(new Set(paths.map(({ id }) => id)).size).toBe(paths.length);
    const [ground] = paths;
    for (const name of ["a1", "d1"]) expect(ground!.d).toContain(`M${centre(fromName(name)).x} `);
  });

  test("leave special hexes out", () => {
    expect(terrainPaths([hex("a1", null)])).toEqual([]);
  });
});
