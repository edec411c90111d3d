import { expect, test } from "vitest";
import type { PlayerChange, TableEvent } from "../../src/generated/protocol";
import { soundsOf } from "../../src/table/sounds.svelte";

const change = (part: Partial<PlayerChange>): PlayerChange => ({ seat: 0, placed: [], removed: [], gained: [], lost: [], gold: 0, ...part });
const move = (part: Partial<TableEvent>): TableEvent => ({ seq: 1, kind: "answer", seat: 0, by: "player", time: 0, lines: [], ...part });

test("a piece that is built, one that is moved, and a tile that is gained have sounds", () => {
  expect(soundsOf(move({ answer: 5, changes: [change({ placed: [5] })] }))).toEqual(["build"]);
  expect(soundsOf(move({ answer: 5, changes: [change({ placed: [5], removed: [6] })] }))).toEqual(["move"]);
  expect(soundsOf(move({ answer: 5, changes: [change({ placed: [5], gained: ["farm"] })] }))).toEqual(["build", "tile"]);
});

test("a tile that is used is turned over; the end of a turn is silent", () => {
  expect(soundsOf(move({ answer: 464, answer_name: "farm" }))).toEqual(["flip"]);
  expect(soundsOf(move({ answer: 450, answer_name: "end_turn" }))).toEqual([]);
  expect(soundsOf(move({ answer: 5 }))).toEqual([]);
  expect(soundsOf(move({ kind: "undo" }))).toEqual(["flip"]);
});
