import { describe, expect, test } from "vitest";
import type { TableEvent } from "../../src/generated/protocol";
import { fromName } from "../../src/lib/hexes";
import { builtIn, turnInWords, turnTold, turnsIn, turnsOf as lastTurns } from "../../src/table/turns";

let seq = 0;
const turnsOf = (events: TableEvent[]) => lastTurns(turnsIn(events));
const event = (part: Partial<TableEvent>): TableEvent => ({ seq: ++seq, kind: "answer", seat: 0, by: "player", time: 0, lines: [], changes: [], ...part });
const change = (seat: number, placed: string[], removed: string[] = []) => ({ seat, placed: placed.map(fromName), removed: removed.map(fromName), gained: [], lost: [], gold: 0 });
const build = (hex: string, action = "turn", seat = 0) => event({ seat, action, changes: [change(seat, [hex])] });
const use = (action: string) => event({ action: "turn", answer_name: action });
const end = (seat = 0) => event({ seat, answer_name: "end_turn" });
const undo = (count: number) => event({ kind: "undo", count });

describe("the last turn of a player", () => {
  test("names the hexes that were built on, then those of each tile", () => {
    const { last, present } = turnsOf([use("tavern"), build("t5", "tavern"), build("r8"), build("r9"), end(), build("a1", "turn", 1)]);
    expect(turnInWords(last[0]!)).toBe("r8, r9, t5 with Tavern");
    expect(last[1]).toEqual([]);
    expect(turnInWords(present[1]!)).toBe("a1");
  });

  test("names where a piece moved from and to, and a piece that was taken back", () => {
    const moved = event({ action: "barn", changes: [change(0, ["h6"], ["k19"])] });
    const taken = event({ action: "barracks", changes: [change(0, [], ["b2"])] });
    expect(turnInWords(turnsOf([moved, taken, end()]).last[0]!)).toBe("k19–h6 with Barn, −b2 with Barracks");
  });

  test("has no answers that were undone", () => {
    const { last, present } = turnsOf([build("a1"), build("b1"), undo(1), build("c1"), end(), undo(1), build("d1")]);
    expect(last[0]).toEqual([]);
    expect(turnInWords(present[0]!)).toBe("a1, c1, d1");
  });

  test("does not count what others lose by it", () => {
    const sword = event({ action: "sword", changes: [change(1, [], ["b2"])] });
    expect(turnsOf([sword, end()]).last).toEqual([[], [], [], [], []]);
  });
});

test("the progress of a turn counts what was built without a tile", () => {
  expect(builtIn(turnsOf([build("t5", "tavern"), build("r8"), build("r9")]).present[0]!)).toBe(2);
});

describe("a turn told in its order", () => {
  const taking = (hex: string, tile: string) => event({ action: "turn", changes: [{ ...change(0, [hex]), gained: [tile] }] });
  const told = (...events: TableEvent[]) => turnTold(turnsIn(events)[0]!.steps);

  test("what the tiles did, what was built, what was taken", () => {
    expect(told(use("farm"), build("s11", "farm"), build("j10"), taking("m11", "oracle"), build("l10"))).toBe("Farm built s11, built j10 m11 l10, took Oracle");
  });

  test("moves by one tile together", () => {
    const moved = (from: string, to: string) => event({ action: "barn", changes: [change(0, [to], [from])] });
    expect(told(moved("k19", "h6"), moved("a1", "b1"))).toBe("Barn moved k19 to h6, a1 to b1");
  });

  test("what was built without a tile together", () => {
    expect(told(build("g18", "mandatory"), build("h19", "extra"))).toBe("built g18 h19");
  });

  test("gold is the difference between the ends of two turns", () => {
    const start = event({ kind: "started", seat: null, gold: [1, 0] });
    const turns = turnsIn([start, build("a1"), { ...end(), gold: [4, 0] }, build("b1", "turn", 1), { ...end(1), gold: [4, 2] }, build("c1")]);
    expect(turns.map(({ gold }) => gold)).toEqual([3, 2, null]);
    expect(turns.map(({ seat }) => seat)).toEqual([0, 1, 0]);
  });
});
