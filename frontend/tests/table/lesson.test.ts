import { describe, expect, test } from "vitest";
import type { Preview, PublicView } from "../../src/generated/protocol";
import type { BoardHex } from "../../src/lib/position";
import { type Step, compare, hexesOf, isDone, isExplaining, stepsOf } from "../../src/table/lesson";

const preview = (gold: number, part: Partial<Preview> = {}): Preview => ({
  gold: gold ? [{ source: "miners", gold }] : [],
  gained: [],
  lost: [],
  placed: [1],
  removed: [],
  hexes: [],
  irreversible: false,
  ...part,
});

describe("what a move costs", () => {
  test("is what the best hex would have paid more", () => {
    const previews = new Map([
      [1, preview(1)],
      [2, preview(3)],
      [3, preview(0)],
    ]);
    expect(compare(previews, 1)).toEqual({ chosen: 1, gold: 1, best: 2, most: 3, gains: [{ source: "miners", gold: 3 }] });
  });

  test("is nothing for a hex that pays most, and this is said too", () => {
    const previews = new Map([
      [1, preview(1)],
      [2, preview(1)],
      [3, preview(0)],
    ]);
    expect(compare(previews, 1)).toMatchObject({ gold: 1, best: null, most: 1 });
  });

  test("is the sum over all cards, also where one takes gold away", () => {
    const gold = [
      { source: "miners", gold: 4 },
      { source: "hermits", gold: -3 },
    ];
    const previews = new Map([
      [1, preview(0, { gold })],
      [2, preview(2)],
    ]);
    expect(compare(previews, 1)).toMatchObject({ gold: 1, best: 2, most: 2 });
  });

  test("is not said where all hexes pay the same, for a hex that brings a tile, or before it is known", () => {
    const same = new Map([
      [1, preview(2)],
      [2, preview(2)],
    ]);
    expect(compare(same, 1)).toBeNull();
    const tile = new Map([
      [1, preview(0, { gained: ["farm"] })],
      [2, preview(2)],
    ]);
    expect(compare(tile, 1)).toBeNull();
    expect(compare(tile, 3)).toBeNull();
  });
});

describe("the steps", () => {
  const steps = stepsOf(["lords", "miners", "hermits"]);
  const step = (about: Step["about"]) => steps.find((one) => one.about === about)!;
  const at = [2, 3] as [number, number];
  type Own = Partial<PublicView["position"]["players"][number]>;
  const game = (own: Own, stage: string, active = 0) =>
    ({
      active,
      question: { seat: active, stage },
      position: { players: [{ settlements: [], tiles: [], ...own }, {}] },
      contents: { tiles_left: [[5, 2], [6, 0]] },
    }) as unknown as PublicView;

  test("begin with every card of the game, before the first settlement", () => {
    expect(steps.slice(0, 3)).toEqual(["lords", "miners", "hermits"].map((card) => ({ about: "card", card })));
    expect(steps.slice(0, 4).every(isExplaining)).toBe(true);
    expect(steps.slice(3).map(({ about }) => about).indexOf("build")).toBe(1);
  });

  test("that explain end with a button only", () => {
    for (const one of steps.filter(isExplaining)) expect(isDone(one, game({ settlements: [at] }, "extra"), 0)).toBe(false);
  });

  test("that ask for something end when it is done", () => {
    expect(isDone(step("build"), game({}, "mandatory"), 0)).toBe(false);
    expect(isDone(step("build"), game({ settlements: [at] }, "mandatory"), 0)).toBe(true);
    expect(isDone(step("adjacent"), game({}, "mandatory_more"), 0)).toBe(false);
    expect(isDone(step("adjacent"), game({}, "extra"), 0)).toBe(true);
    expect(isDone(step("end_turn"), game({}, "extra"), 0)).toBe(false);
    expect(isDone(step("end_turn"), game({}, "mandatory", 1), 0)).toBe(true);
    expect(isDone(step("others"), game({}, "mandatory", 1), 0)).toBe(false);
    expect(isDone(step("others"), game({}, "mandatory"), 0)).toBe(true);
    const tile = { name: "farm", at, used: false, locked: true };
    expect(isDone(step("location"), game({}, "extra"), 0)).toBe(false);
    expect(isDone(step("location"), game({ tiles: [tile] }, "extra"), 0)).toBe(true);
    expect(isDone(step("locked"), game({ tiles: [tile] }, "extra"), 0)).toBe(false);
    expect(isDone(step("locked"), game({ tiles: [{ ...tile, locked: false }] }, "mandatory"), 0)).toBe(true);
    expect(isDone(step("use"), game({ tiles: [{ ...tile, locked: false }] }, "extra"), 0)).toBe(false);
    expect(isDone(step("use"), game({ tiles: [{ ...tile, locked: false, used: true }] }, "extra"), 0)).toBe(true);
  });

  test("light the hexes that they are about", () => {
    const hex = (number: number, special: string | null, tile: string | null = null): [number, BoardHex] => [
      number,
      { hex: number, terrain: null, special, tile, nomad: null, marks: [] },
    ];
    const board = new Map([hex(4, null), hex(5, "location", "farm"), hex(7, "castle")]);
    const lit = (about: Step["about"], own: Own = {}) => hexesOf(step(about), game(own, "mandatory"), 0, board);
    expect(lit("castles")).toEqual([7]);
    expect(lit("location")).toEqual([5]);
    expect(lit("locked", { tiles: [{ name: "farm", at, used: false, locked: true }] })).toEqual([43]);
    expect(lit("build")).toEqual([]);
  });
});
