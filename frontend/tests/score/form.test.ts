import { beforeEach, describe, expect, test } from "vitest";
import { fromName } from "../../src/lib/hexes";
import { Brush } from "../../src/score/brush.svelte";
import { ScoreForm } from "../../src/score/form.svelte";
import type { Tool } from "../../src/score/tools";
import { CATALOGUE } from "../examples";

const ROWS = Array.from({ length: 20 }, () => "G".repeat(20));

let form: ScoreForm;
let brush: Brush;
beforeEach(() => {
  form = new ScoreForm(CATALOGUE);
  form.step = "pieces";
  brush = new Brush(form);
  form.ground = { rows: ROWS, island_rows: null, locations: {}, marks: {} };
});

const piece = (field: string, seat: number): Tool => ({ puts: "piece", field, seat });
const settlement = piece("settlements", 0);
const players = () => form.position!.players;

test("the board of the first game is chosen at the beginning, and the server lays it out", () => {
  expect(form.emptyBoard).toMatchObject({ board: { sections: [["plain", 0], ["hill", 180], ["lake", 0], ["wood", 0]] }, players: [] });
  expect(form.cards).toEqual(["pears"]);
  form.ground = null;
  expect([form.layout, form.position]).toEqual([null, null]);
});

test("a click puts a piece, and another one takes it away", () => {
  form.choose(settlement);
  brush.tap(fromName("b1"));
  expect(players()[0]!.settlements).toEqual([[0, 1]]);
  brush.tap(fromName("b1"));
  expect(players()[0]!.settlements).toEqual([]);
});

test("a piece replaces another one", () => {
  brush.tap(fromName("b1"));
  form.choosePlayer(1);
  form.choose(piece("tractor", 1));
  brush.tap(fromName("b1"));
  expect(players().map((player) => [player.settlements, player.tractor])).toEqual([
    [[], null],
    [[], [0, 1]],
  ]);
});

test("a field that holds one piece has the last one", () => {
  form.choose(piece("tractor", 0));
  brush.tap(fromName("b1"));
  brush.tap(fromName("c1"));
  expect([players()[0]!.tractor, form.placed.pieces.size]).toEqual([[0, 2], 1]);
});

test("a large piece is shown on the hexes around it too", () => {
  form.choose(piece("barn_house", 0));
  brush.tap(fromName("e5"));
  expect(players()[0]!.barn_house).toEqual([4, 4]);
  expect([...form.contents.pieces.values()].map(({ around }) => around)).toEqual([true, true, true, true, true, true, false]);
});

describe("markers of lines", () => {
  const marker = (seat: number): Tool => ({ puts: "line", field: "rows", seat });

  test("are set by line, for one player", () => {
    form.cards = ["gardeners"];
    form.choose(marker(0));
    brush.tap(fromName("c4"));
    brush.tap(fromName("i:b2"));
    expect(players()[0]!.rows).toEqual([3, ["island", 1]]);
    form.choosePlayer(1);
    form.choose(marker(1));
    brush.tap(fromName("t4"));
    expect(players().map((player) => player.rows)).toEqual([[["island", 1]], [3]]);
    expect(form.contents.markers).toContainEqual({ seat: 1, row: 3, island: false });
  });

  test("are there only with the card that needs them", () => {
    form.cards = ["gardeners"];
    form.choose(marker(0));
    brush.tap(fromName("c4"));
    form.cards = [];
    expect(players()[0]).not.toHaveProperty("rows");
    expect([form.contents.markers, form.isChosen(settlement)]).toEqual([[], true]);
  });
});

test("a terrain is sent with the card that needs it", () => {
  form.terrains.dry_terrain = "grass";
  expect(form.position).not.toHaveProperty("dry_terrain");
  form.cards = ["gardeners"];
  expect(form.position).toMatchObject({ dry_terrain: "grass" });
});

test("pieces of a player who does not play any more cannot be placed", () => {
  form.players = 3;
  form.choosePlayer(2);
  expect(form.tool).toEqual(piece("settlements", 2));
  form.players = 2;
  expect(form.tool).toEqual(piece("settlements", 1));
});

test("the board can be painted, but not the Island", () => {
  form.choose({ puts: "ground", paint: { tile: "tower" } });
  brush.tap(fromName("a1"));
  brush.tap(fromName("i:a1"));
  form.choose({ puts: "ground", paint: { code: "W" } });
  brush.tap(fromName("b1"));
  expect(form.position!.board).toMatchObject({ locations: { "0,0": "tower" } });
  expect(form.layout!.rows[0]!.slice(0, 2)).toBe("LW");
});

test("a mark is put and taken away", () => {
  form.choose({ puts: "mark", field: "wells" });
  brush.tap(fromName("e5"));
  expect([form.position!.wells, form.layout!.marks]).toEqual([[[4, 4]], { well: [fromName("e5")] }]);
  brush.tap(fromName("e5"));
  expect(form.position!.wells).toEqual([]);
});

test("the state holds everything that is set", () => {
  form.cards = ["gardeners"];
  form.island = "shore";
  form.gold[1] = 3;
  form.terrains.dry_terrain = "grass";
  for (const tool of [settlement, piece("tractor", 1), { puts: "line", field: "rows", seat: 1 }, { puts: "mark", field: "wells" }] as Tool[]) {
    form.choose(tool);
    brush.tap(fromName("b2"));
    brush.tap(fromName("c7"));
  }
  form.choose({ puts: "ground", paint: { tile: "tower" } });
  brush.tap(fromName("a1"));
  const other = new ScoreForm(CATALOGUE);
  other.ground = form.ground;
  expect(other.position).not.toEqual(form.position);
  expect(other.restore(form.state)).toBe(true);
  expect(other.position).toEqual(form.position);
  expect(other.state).toBe(form.state);
});

test.each(["", "{bad", "{}", "null"])("a text that is no state changes nothing: %s", (text) => {
  const before = form.state;
  expect(form.restore(text)).toBe(false);
  expect(form.state).toBe(before);
});
