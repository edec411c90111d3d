import { expect, test } from "vitest";
import { shownTiles } from "../../src/table/tiles";
import { position } from "../examples";

const tile = (name: string, state: { used?: boolean; locked?: boolean } = {}) => ({ name, at: [0, 0] as [number, number], used: false, locked: false, ...state });
const player = position([{ tiles: [tile("farm"), tile("oasis", { used: true }), tile("tower", { locked: true }), tile("barn")], nomad_tiles: ["sword"] }]).players[0]!;
const states = (offered: [string, number][], current: string | null = null, repeating = false) =>
  shownTiles(player, { offered: new Map(offered), current, repeating }).map(({ name, state, answer }) => [name, state, answer]);

test("a tile is ready if it is offered, otherwise it waits, is used or is new", () => {
  expect(states([["farm", 500], ["sword", 501], ["end_turn", 450]])).toEqual([
    ["farm", "ready", 500],
    ["oasis", "used", null],
    ["tower", "locked", null],
    ["barn", "waiting", null],
    ["sword", "ready", 501],
  ]);
});

test("the tile in use cannot be chosen again", () => {
  expect(states([], "oasis")[1]).toEqual(["oasis", "current", null]);
});

test("of two equal tiles one is in use", () => {
  const shown = (...tiles: ReturnType<typeof tile>[]) => shownTiles(position([{ tiles }]).players[0]!, { offered: new Map(), current: "barn", repeating: false }).map(({ state }) => state);
  expect(shown(tile("barn", { used: true }), tile("barn"))).toEqual(["current", "waiting"]);
  expect(shown(tile("barn", { used: true }), tile("barn", { used: true }))).toEqual(["used", "current"]);
  expect(shown(tile("barn", { used: true }), tile("barn", { locked: true }))).toEqual(["current", "locked"]);
});

test("actions without a tile follow the tiles, except the tiles whose action may be repeated", () => {
  expect(states([["farm_action", 510]]).at(-1)).toEqual(["farm_action", "ready", 510]);
  expect(states([["paddock", 511]], null, true)).toHaveLength(5);
});

test("a tile keeps its key when another one is lost, and two of the same name have different keys", () => {
  const keys = (names: string[]) => shownTiles(position([{ tiles: names.map((name) => tile(name)) }]).players[0]!, { offered: new Map(), current: null, repeating: false }).map(({ key }) => key);
  const [farm, , barn] = keys(["farm", "oasis", "barn"]);
  expect(keys(["farm", "barn"])).toEqual([farm, barn]);
  expect(new Set(keys(["farm", "farm"])).size).toBe(2);
});
