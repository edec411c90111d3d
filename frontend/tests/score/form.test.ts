import { beforeEach, describe, expect, test } from "vitest";
import { fromName } from "../../src/lib/hexes";
import { ScoreForm } from "../../src/score/form.svelte";

let form: ScoreForm;
beforeEach(() => (form = new ScoreForm()));

const settlement = { puts: "piece", kind: "settlement", seat: 0 } as const;

test("a click puts a piece, and another one takes it away", () => {
  form.choose(settlement);
  form.apply(fromName("b1"));
  expect(form.position.players[0]!.settlements).toEqual([[0, 1]]);
  form.apply(fromName("b1"));
  expect(form.position.players[0]!.settlements).toEqual([]);
});

test("a piece replaces another one", () => {
  form.apply(fromName("b1"));
  form.choose({ puts: "piece", kind: "warrior", seat: 1 });
  form.apply(fromName("b1"));
  expect(form.position.players.map((player) => [player.settlements, player.warriors])).toEqual([
    [[], []],
    [[], [[0, 1]]],
  ]);
});

test("a player has one ship", () => {
  form.choose({ puts: "piece", kind: "ship", seat: 0 });
  form.apply(fromName("b1"));
  form.apply(fromName("c1"));
  expect([form.position.players[0]!.ship, form.pieces.size]).toEqual([[0, 2], 1]);
});

describe("Mayors' markers", () => {
  const marker = { puts: "marker", seat: 0 } as const;

  test("are set by line, for one player", () => {
    form.cards = ["mayors"];
    form.choose(marker);
    form.apply(fromName("c4"));
    form.apply(fromName("i:b2"));
    expect(form.position.players[0]!.marked_lines).toEqual([3, ["island", 1]]);
    form.choose({ puts: "marker", seat: 1 });
    form.apply(fromName("t4"));
    expect(form.position.players.map((player) => player.marked_lines)).toEqual([[["island", 1]], [3]]);
  });

  test("are there only with the card", () => {
    form.cards = ["mayors"];
    form.choose(marker);
    form.apply(fromName("c4"));
    form.cards = [];
    expect(form.position.players[0]!.marked_lines).toEqual([]);
    expect(form.isChosen(settlement)).toBe(true);
  });
});

test("a tool of a player who does not play any more is not offered", () => {
  form.players = 3;
  form.choose({ puts: "piece", kind: "wagon", seat: 2 });
  form.players = 2;
  expect(form.isChosen(settlement)).toBe(true);
});

test("the board can be painted, but not the Island", () => {
  form.choose({ puts: "tile", tile: "tower" });
  form.apply(fromName("a1"));
  form.apply(fromName("i:a1"));
  form.choose({ puts: "terrain", code: "W" });
  form.apply(fromName("b1"));
  expect(form.position.board).toMatchObject({ locations: { "0,0": "tower" } });
  expect(form.layout.rows[0]!.slice(0, 2)).toBe("LW");
});

test("a capitol is put and taken away", () => {
  form.choose({ puts: "capitol" });
  form.apply(fromName("e5"));
  expect([form.position.capitols, form.layout.capitols]).toEqual([[[4, 4]], ["e5"]]);
  form.apply(fromName("e5"));
  expect(form.position.capitols).toEqual([]);
});
