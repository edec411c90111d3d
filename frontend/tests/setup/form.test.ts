import { beforeEach, describe, expect, test } from "vitest";
import type { Catalogue } from "../../src/generated/protocol";
import { fromName } from "../../src/lib/hexes";
import { ANY, GENERATED, SetupForm } from "../../src/setup/form.svelte";
import { setup } from "../examples";

const CATALOGUE: Catalogue = {
  sets: ["base", "nomads", "island"],
  sections: { base: ["farm", "oasis"], nomads: ["quarry"] },
  cards: { base: ["lords", "miners"], nomads: ["families"] },
  common_sets: ["base"],
  removed_cards: { without_lords: ["lords"] },
  tasks: ["road"],
  tiles: {},
  nomad_tiles: [],
  islands: ["rope_bridge"],
  levels: [],
  phrases: [],
  options: {},
};

let form: SetupForm;
beforeEach(() => (form = new SetupForm()));

test("what is not chosen is left out, and is drawn from the seed", () => {
  expect(form.options(2)).toEqual({ sets: ["base"], seed: expect.any(Number), start: null });
});

test("a new draw has another seed", () => {
  const before = form.options(2).seed;
  form.drawAgain();
  expect(form.options(2).seed).not.toBe(before);
});

test("a first game has no other options", () => {
  form.firstGame = true;
  form.twoCards = true;
  expect(form.options(2)).toEqual({ first_game: true, seed: expect.any(Number), start: null });
});

test("sections are chosen with their turn", () => {
  form.sections = ["farm", ANY, GENERATED, "oasis"];
  form.turned = [true, true, false, false];
  expect(form.options(2).sections).toEqual(["farm:180", ANY, GENERATED, "oasis:0"]);
});

test("the starting player is somebody who plays", () => {
  form.start = 2;
  expect([form.options(3).start, form.options(2).start]).toEqual([2, null]);
});

describe("sets", () => {
  test("bring their sections and cards; the cards of the base game are always there", () => {
    form.sets = ["nomads"];
    expect(form.sectionsOf(CATALOGUE)).toEqual(["quarry"]);
    expect(form.cardsOf(CATALOGUE)).toEqual(["lords", "miners", "families"]);
  });

  test("that are not used any more leave nothing behind", () => {
    form.use("nomads", true, CATALOGUE);
    form.sections = ["quarry", "farm", GENERATED, ANY];
    form.cards = ["families", "lords", ANY];
    form.use("nomads", false, CATALOGUE);
    expect([form.sets, form.sections, form.cards]).toEqual([["base"], [ANY, "farm", GENERATED, ANY], [ANY, "lords", ANY]]);
  });

  test("the side of the Island is sent only with the Island", () => {
    form.island = "rope_bridge";
    expect(form.options(2).island).toBeUndefined();
    form.use("island", true, CATALOGUE);
    expect(form.options(2).island).toBe("rope_bridge");
  });

  test("without Lords that card cannot be chosen", () => {
    form.cards = ["lords", "miners", ANY];
    form.playWithoutLords(true, CATALOGUE);
    expect([form.cards, form.cardsOf(CATALOGUE)]).toEqual([[ANY, "miners", ANY], ["miners"]]);
  });
});

describe("what is chosen for one board", () => {
  const drawn = setup({ tasks: ["road", "fortress"], candidates: { capitols: [fromName("c3"), fromName("d4"), fromName("k3")], caves: [fromName("e5")] } });

  test("tasks, capitols and caves are sent with it", () => {
    form.chooseTask(1, "road", drawn);
    form.place(fromName("c3"), drawn);
    form.place(fromName("e5"), drawn);
    expect(form.options(2)).toMatchObject({ tasks: [ANY, "road"], capitols: ["c3"], caves: ["e5"] });
  });

  test("a section has one capitol", () => {
    for (const hex of ["c3", "k3", "d4"]) form.place(fromName(hex), drawn);
    expect(form.options(2).capitols).toEqual(["k3", "d4"]);
  });

  test("is open again on another board", () => {
    form.chooseTask(0, "road", drawn);
    form.place(fromName("c3"), drawn);
    form.drawAgain();
    expect(form.options(2)).toEqual({ sets: ["base"], seed: expect.any(Number), start: null });
    expect(form.taskAt(0)).toBe(ANY);
  });
});
