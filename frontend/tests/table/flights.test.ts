import { describe, expect, test } from "vitest";
import type { PositionTile, PublicView, ScoreLine } from "../../src/generated/protocol";
import { fromName } from "../../src/lib/hexes";
import type { BoardHex } from "../../src/lib/position";
import { PILE, type Seen, flightsOf, goldOf, inHand, inRow, inTray, playerOf } from "../../src/table/flights";
import { curve } from "../../src/table/flying";
import { contents, placed, position, view } from "../examples";

const seen = (game: Partial<PublicView> = {}, hand: string[] = [], seat: number | null = 0): Seen => ({ game: view(1, game).public, seat, hand });
const scores = (...players: Record<string, number>[]): ScoreLine[][] =>
  players.map((lines) => Object.entries(lines).map(([source, gold]) => ({ source, gold, hexes: [] })));
const at = (name: string): PositionTile["at"] => [0, fromName(name)];
const farm = (name: string): PositionTile => ({ name: "farm", at: at(name), used: false, locked: true });
const hexes = (...nomads: [string, string][]) => new Map(nomads.map(([name, nomad]) => [fromName(name), { nomad } as BoardHex]));

describe("gold", () => {
  const before = seen({ scores: scores({ pears: 2, nuts: 4, castle: 0 }, { pears: 1 }) });
  const after = seen({ scores: scores({ pears: 5, nuts: 3, castle: 3 }, { pears: 3 }) });

  test("flies from the built piece to every card that pays more, and from no other player's", () => {
    expect(flightsOf(before, after, [placed(2, 0, 7)], new Map())).toEqual([
      { kind: "gold", gold: 3, from: 7, to: goldOf("pears"), otherwise: playerOf(0) },
      { kind: "gold", gold: 3, from: 7, to: goldOf("castle"), otherwise: playerOf(0) },
    ]);
    expect(flightsOf(before, after, [placed(2, 1, 7)], new Map())).toEqual([]);
  });

  test("of any player flies to the player's row where the viewer has no seat, as in a replay", () => {
    expect(flightsOf({ ...before, seat: null }, { ...after, seat: null }, [placed(2, 0, 7)], new Map())).toEqual([
      { kind: "gold", gold: 3, from: 7, to: playerOf(0), otherwise: playerOf(0) },
      { kind: "gold", gold: 3, from: 7, to: playerOf(0), otherwise: playerOf(0) },
    ]);
  });

  test("does not fly if another move may have brought it, or if the scores are hidden", () => {
    expect(flightsOf(before, after, [placed(2, 0, 7), placed(3, 1, 9)], new Map())).toEqual([]);
    expect(flightsOf(seen(), seen(), [placed(2, 0, 7)], new Map())).toEqual([]);
  });

  test("does not fly for an undo, nor after turns that nobody saw", () => {
    expect(flightsOf(before, after, [{ ...placed(2, 0, 7), kind: "undo" }], new Map())).toEqual([]);
    expect(flightsOf(before, { ...after, game: { ...after.game, turn: 3 } }, [placed(2, 0, 7)], new Map())).toEqual([]);
    expect(flightsOf(before, after, [], new Map())).toEqual([]);
  });
});

describe("a tile", () => {
  const left = (one: number, other: number) => contents({ tiles_left: [[fromName("b1"), one], [fromName("d1"), other]] });

  test("flies from its location to the own tray, or to the row of another player", () => {
    const before = seen({ contents: left(2, 2), position: position([{ tiles: [farm("b1")] }, {}]) });
    const after = seen({ contents: left(1, 1), position: position([{ tiles: [farm("b1"), farm("d1")] }, { tiles: [farm("b1")] }]) });
    expect(flightsOf(before, after, [placed(2, 0, 7)], new Map())).toEqual([
      { kind: "tile", name: "farm", from: fromName("d1"), to: inTray(1), otherwise: playerOf(0) },
      { kind: "tile", name: "farm", from: fromName("b1"), to: inRow(1, 0), otherwise: playerOf(1) },
    ]);
  });

  test("of a nomad space flies from the space that has lost it", () => {
    const before = seen({ contents: left(1, 1), position: position([{ tiles: [farm("f1")] }, {}]) });
    const after = seen({ contents: left(1, 0), position: position([{ tiles: [farm("f1")], nomad_tiles: ["sword"] }, {}]) });
    expect(flightsOf(before, after, [placed(2, 0, 7)], hexes(["b1", "sword"], ["d1", "sword"]))).toEqual([
      { kind: "tile", name: "sword", from: fromName("d1"), to: inTray(1), otherwise: playerOf(0) },
    ]);
  });

  test("that no location has given does not fly", () => {
    const [before, after] = [seen({ contents: left(2, 2) }), seen({ contents: left(2, 2), position: position([{ tiles: [farm("b1")] }, {}]) })];
    expect(flightsOf(before, after, [placed(2, 0, 7)], new Map())).toEqual([]);
  });
});

test("a drawn card flies from the pile to the hand, not one that is played", () => {
  const flights = flightsOf(seen({}, ["grass", "desert"]), seen({}, ["grass", "grass"]), [placed(2, 0, 7)], new Map());
  expect(flights).toEqual([{ kind: "card", card: "grass", from: PILE, to: inHand("grass"), otherwise: null }]);
});

describe("the curve", () => {
  const [from, to, size] = [{ left: 0, top: 100, width: 20, height: 20 }, { left: 100, top: 100, width: 40, height: 40 }, { width: 10, height: 10 }];
  const numbers = (frame: Keyframe) => String(frame.transform).match(/-?[\d.]+/g)!.map(Number);

  test("goes from the middle of one box to the middle of the other and rises between them", () => {
    const frames = curve(from, to, size).map(numbers);
    expect(frames[0]).toEqual([5, 105, 1]);
    expect(frames.at(-1)).toEqual([115, 115, 1]);
    expect(frames[6]![1]).toBeLessThan(105);
  });

  test("fits what flies into both boxes, or makes it vanish at the end", () => {
    const fitted = curve(from, to, size, { fitted: true });
    expect([numbers(fitted[0]!)[2], numbers(fitted.at(-1)!)[2]]).toEqual([2, 4]);
    expect(fitted.at(-1)!.opacity).toBe(1);
    const vanishing = curve(from, to, size, { vanishing: true });
    expect([vanishing[0]!.opacity, vanishing.at(-1)!.opacity]).toEqual([1, 0]);
  });
});
