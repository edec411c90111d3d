import { beforeEach, describe, expect, test } from "vitest";
import { fromName } from "../../src/lib/hexes";
import { ANY, GENERATED, SetupForm } from "../../src/setup/form.svelte";
import { CATALOGUE, setup } from "../examples";

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
  form.setFlag("two_cards", true, CATALOGUE);
  expect(form.options(2)).toEqual({ first_game: true, seed: expect.any(Number), start: null });
});

test("sections are chosen with their turn", () => {
  form.sections = ["hill", ANY, GENERATED, "lake"];
  form.turned = [true, true, false, false];
  expect(form.options(2).sections).toEqual(["hill:180", ANY, GENERATED, "lake:0"]);
});

test("the starting player is somebody who plays", () => {
  form.start = 2;
  expect([form.options(3).start, form.options(2).start]).toEqual([2, null]);
});

test("flags are sent if they are set", () => {
  form.setFlag("two_cards", true, CATALOGUE);
  form.setFlag("without_pears", true, CATALOGUE);
  form.setFlag("two_cards", false, CATALOGUE);
  expect(form.options(2)).toMatchObject({ without_pears: true });
  expect(form.options(2)).not.toHaveProperty("two_cards");
});

test("up to three cards are chosen, and each can be left again", () => {
  for (const card of ["pears", "nuts", "gardeners", "apples"]) form.useCard(card, true);
  expect(form.options(2).cards).toEqual(["pears", "nuts", "gardeners"]);
  form.useCard("nuts", false);
  expect(form.options(2).cards).toEqual(["pears", ANY, "gardeners"]);
});

describe("sets", () => {
  test("that are chosen together end the first game and keep the order of the box", () => {
    form.firstGame = true;
    form.useOnly([...CATALOGUE.sets].reverse(), CATALOGUE);
    expect(form.firstGame).toBe(false);
    expect(form.sets).toEqual(CATALOGUE.sets);
  });

  test("bring their sections and cards; the cards of the base game are always there", () => {
    form.sets = ["orchards"];
    expect(form.sectionsOf(CATALOGUE)).toEqual(["grove"]);
    expect(form.cardsOf(CATALOGUE)).toEqual(["pears", "nuts", "gardeners"]);
  });

  test("that are not used any more leave nothing behind", () => {
    form.use("orchards", true, CATALOGUE);
    form.sections = ["grove", "hill", GENERATED, ANY];
    form.cards = ["gardeners", "pears", ANY];
    form.use("orchards", false, CATALOGUE);
    expect([form.sets, form.sections, form.cards]).toEqual([["base"], [ANY, "hill", GENERATED, ANY], [ANY, "pears", ANY]]);
  });

  test("an option of a set is sent only with the set", () => {
    form.use("moon", true, CATALOGUE);
    form.names.moon = "near_side";
    expect(form.options(2)).toMatchObject({ moon: "near_side" });
    form.use("moon", false, CATALOGUE);
    expect(form.options(2)).not.toHaveProperty("moon");
  });

  test("a card that an option leaves out cannot be chosen", () => {
    form.cards = ["pears", "nuts", ANY];
    form.setFlag("without_pears", true, CATALOGUE);
    expect([form.cards, form.cardsOf(CATALOGUE)]).toEqual([[ANY, "nuts", ANY], ["nuts"]]);
  });
});

describe("what is chosen for one board", () => {
  const drawn = setup({
    drawn: { fruits: ["apples", "plums"], wells: ["c3"], ponds: [] },
    candidates: { wells: [fromName("c3"), fromName("d4"), fromName("k3")], ponds: [fromName("e5")] },
  });

  test("names and hexes are sent with it", () => {
    form.useName("fruits", "apples", true, drawn);
    form.place(fromName("c3"), drawn);
    form.place(fromName("e5"), drawn);
    expect(form.options(2)).toMatchObject({ fruits: ["apples", ANY], wells: ["c3"], ponds: ["e5"] });
  });

  test("a section has one hex of an option", () => {
    for (const hex of ["c3", "k3", "d4"]) form.place(fromName(hex), drawn);
    expect(form.options(2)).toMatchObject({ wells: ["k3", "d4"] });
  });

  test("is open again on another board", () => {
    form.useName("fruits", "plums", true, drawn);
    form.place(fromName("c3"), drawn);
    form.drawAgain();
    expect(form.options(2)).toEqual({ sets: ["base"], seed: expect.any(Number), start: null });
    expect(form.namesOf("fruits", drawn)).toEqual([ANY, ANY]);
  });

  test("there are as many names as the game has, and each can be left again", () => {
    for (const fruit of ["plums", "apples", "cherries"]) form.useName("fruits", fruit, true, drawn);
    expect(form.namesOf("fruits", drawn)).toEqual(["plums", "apples"]);
    form.useName("fruits", "plums", false, drawn);
    expect(form.namesOf("fruits", drawn)).toEqual([ANY, "apples"]);
  });
});
