import { beforeEach, describe, expect, test } from "vitest";
import type { ScoredPosition } from "../../src/generated/protocol";
import { fromName, nameOf } from "../../src/lib/hexes";
import { Brush } from "../../src/score/brush.svelte";
import { ScoreForm } from "../../src/score/form.svelte";
import type { Tool } from "../../src/score/tools";
import { CATALOGUE, contents, position } from "../examples";

const ROWS = Array.from({ length: 20 }, () => "G".repeat(20));
const MAP = { rows: ROWS, island_rows: null, locations: {}, marks: {} };

/** What the server says about a table: settlements may be in the first two rows, and so many are left. */
const reply = (left: number): ScoredPosition => ({
  ...MAP,
  players: [{ total: 0, lines: [], left: { settlements: left, tractor: 1 } }, { total: 0, lines: [], left: { settlements: left } }],
  places: { settlements: Array.from({ length: 40 }, (_, hex) => hex) },
  position: position([{}, {}]),
  contents: contents(),
});

let form: ScoreForm;
let brush: Brush;
beforeEach(() => {
  form = new ScoreForm(CATALOGUE);
  form.step = "pieces";
  form.ground = MAP;
  form.learn(reply(40), form.placed.pieces);
  brush = new Brush(form);
});

const at = (...names: string[]) => names.map(fromName);
const pieces = (seat = 0) => [...form.placed.pieces].filter(([, piece]) => piece.seat === seat).map(([hex]) => nameOf(hex)).sort();

function drag(...names: string[]) {
  brush.begin(fromName(names[0]!));
  brush.over(at(...names));
  brush.end();
}

describe("a drag", () => {
  test("puts a piece on every free hex that may have one", () => {
    drag("b1", "c1", "d1");
    expect(pieces()).toEqual(["b1", "c1", "d1"]);
    form.choosePlayer(1);
    drag("a2", "b2", "c1", "e1", "e3");
    expect([pieces(), pieces(1)]).toEqual([["b1", "c1", "d1"], ["a2", "b2", "e1"]]);
    expect(brush.obstacle).toBeNull();
  });

  test("takes away pieces of the chosen kind if it begins on one, and no others", () => {
    drag("b1", "c1", "d1");
    form.choosePlayer(1);
    drag("e1");
    form.choosePlayer(0);
    drag("c1", "d1", "e1", "f1");
    expect([pieces(), pieces(1)]).toEqual([["b1"], ["e1"]]);
  });

  test("changes a hex once, however often it crosses it", () => {
    drag("b1", "c1", "b1", "c1");
    expect(pieces()).toEqual(["b1", "c1"]);
  });

  test("stops when no piece is left, and says so", () => {
    form.learn(reply(2), form.placed.pieces);
    drag("b1", "c1", "d1");
    expect([pieces(), brush.obstacle, form.left(0, form.pieceFields[0]!)]).toEqual([["b1", "c1"], "none_left", 0]);
    brush.tap(fromName("c1"));
    expect([pieces(), brush.obstacle, form.left(0, form.pieceFields[0]!)]).toEqual([["b1"], null, 1]);
  });

  test("moves the only piece of its kind", () => {
    form.choose({ puts: "piece", field: "tractor", seat: 0 });
    drag("b1", "c1", "d1");
    expect(pieces()).toEqual(["d1"]);
  });

  test("that is given up changes nothing", () => {
    drag("b1");
    brush.begin(fromName("c1"));
    brush.over(at("d1", "e1"));
    expect(brush.hexes).toEqual(new Set(at("c1", "d1", "e1")));
    brush.cancel();
    expect([pieces(), brush.hexes]).toEqual([["b1"], null]);
  });

  test("paints terrain, and the eraser takes it away", () => {
    form.step = "board";
    form.choose({ puts: "ground", paint: { code: "W" } });
    drag("a1", "b1", "c1");
    form.choose({ puts: "nothing", on: "ground" });
    drag("b1", "c1", "d1");
    expect(form.layout!.rows[0]!.slice(0, 4)).toBe("WGGG");
  });
});

describe("a tap", () => {
  test("replaces the piece of another player", () => {
    brush.tap(fromName("b1"));
    form.choosePlayer(1);
    brush.tap(fromName("b1"));
    expect([pieces(), pieces(1)]).toEqual([[], ["b1"]]);
  });

  test("says why a hex cannot have the piece", () => {
    brush.tap(fromName("b5"));
    expect([pieces(), brush.obstacle]).toEqual([[], "no_place"]);
    brush.tap(fromName("b1"));
    expect(brush.obstacle).toBeNull();
  });

  test("with the eraser takes away any piece, a large one on each of its hexes", () => {
    drag("b1", "c1");
    form.choose({ puts: "piece", field: "barn_house", seat: 0 });
    brush.tap(fromName("k9"));
    form.choose({ puts: "nothing", on: "pieces" });
    brush.tap(fromName("k8"));
    brush.tap(fromName("c1"));
    expect(pieces()).toEqual(["b1"]);
  });

  test("finds no room for a large piece beside others", () => {
    drag("b1");
    form.choose({ puts: "piece", field: "barn_house", seat: 0 });
    brush.tap(fromName("b2"));
    expect([pieces(), brush.obstacle]).toEqual([["b1"], "taken"]);
  });
});

test("without a tool a stroke does nothing", () => {
  form.step = "cards";
  drag("b1", "c1");
  expect(pieces()).toEqual([]);
});

test.each<Tool>([
  { puts: "nothing", on: "pieces" },
  { puts: "piece", field: "tractor", seat: 0 },
])("the tab of a player begins with their first kind of piece after %o", (tool) => {
  form.choose(tool);
  form.choosePlayer(1);
  expect(form.tool).toEqual({ puts: "piece", field: "settlements", seat: 1 });
});
