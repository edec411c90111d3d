import { beforeEach, describe, expect, test } from "vitest";
import type { LogLine, TableEvent } from "../../src/generated/protocol";
import { settings } from "../../src/lib/settings.svelte";
import { GameLog, logEntries } from "../../src/table/log";
import { turnsIn } from "../../src/table/turns";

beforeEach(() => (settings.language = "en"));

const line = (key: string, seat: number | null, kind: LogLine["kind"] = "move", params = {}): LogLine => ({
  seat,
  kind,
  hexes: [],
  sentence: { key, params: { name: seat === null ? "" : { seat }, ...params } },
});
const drew = (seat: number) => line("log.drew.turn", seat, "move", { terrain: { key: "terrain.grass", params: {} } });
const event = (seq: number, part: Partial<TableEvent>): TableEvent => ({ seq, kind: "answer", seat: 0, by: "player", time: 0, lines: [], changes: [], ...part });
const build = (seq: number, seat: number, hex: number): TableEvent =>
  event(seq, { seat, action: "mandatory", changes: [{ seat, placed: [hex], removed: [], gained: [], lost: [], gold: 0 }], lines: [line("log.built", seat, "move", { hex: "x" })] });
const end = (seq: number, seat: number, gold: number[]): TableEvent =>
  event(seq, { seat, answer_name: "end_turn", gold, lines: [line("log.end_turn", seat, "turn"), drew(1 - seat)] });
const started = event(1, { kind: "started", seat: null, gold: [0, 0], lines: [line("log.started", null, "table"), drew(0)] });

const entriesOf = (events: TableEvent[]) => logEntries(new GameLog(["Ada", "Bo"], 0).lines(events), turnsIn(events));

describe("the log by turns", () => {
  test("has an entry for every turn, with its gold; the card of a turn belongs to it", () => {
    const entries = entriesOf([started, build(2, 0, 0), build(3, 0, 1), end(4, 0, [5, 0]), build(5, 1, 20)]);
    expect(entries.map(({ seat, told, gold }) => [seat, told, gold])).toEqual([
      [null, "The game begins.", null],
      [0, "built a1 b1", 5],
      [1, "built a2", null],
    ]);
    expect(entries[1]!.lines.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(entries[2]!.lines.map(({ seq }) => seq)).toEqual([4, 5]);
  });

  test("says the last sentence of a turn in which nothing was done", () => {
    expect(entriesOf([started]).at(-1)!.told).toContain("You reveal the card");
  });

  test("a line about the table does not divide a turn", () => {
    const resumed = event(3, { kind: "resumed", seat: null, lines: [line("log.resumed", null, "table")] });
    const entries = entriesOf([started, build(2, 0, 0), resumed, build(4, 0, 1)]);
    expect(entries.map(({ told }) => told)).toEqual(["The game begins.", "built a1 b1", "The game goes on."]);
  });

  test("what a player does at the table belongs to the turn", () => {
    const passing = event(3, { kind: "passing", seat: 1, lines: [line("log.passing", 1, "table")] });
    const entries = entriesOf([started, build(2, 0, 0), passing, build(4, 0, 1)]);
    expect(entries.map(({ told }) => told)).toEqual(["The game begins.", "built a1 b1"]);
    expect(entries[1]!.lines.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  });

  test("an end that was taken back does not end a turn", () => {
    const undo = event(4, { kind: "undo", count: 1, lines: [line("log.undo", 0, "move", { n: 1 })] });
    const entries = entriesOf([started, build(2, 0, 0), end(3, 0, [5, 0]), undo, build(5, 0, 1)]);
    expect(entries.map(({ seat, told, gold }) => [seat, told, gold]).slice(1)).toEqual([[0, "built a1 b1", null]]);
  });

  test("keeps its entries when earlier events are read", () => {
    const events = [started, build(2, 0, 0), end(3, 0, [5, 0]), build(4, 1, 20), end(5, 1, [5, 3]), build(6, 0, 1)];
    const log = new GameLog(["Ada", "Bo"], 0);
    const late = logEntries(log.lines(events.slice(3)), turnsIn(events.slice(3), [5, 0]));
    expect(late.map(({ seat, told, gold }) => [seat, told, gold])).toEqual([
      [1, "built a2", 3],
      [0, "built b1", null],
    ]);
    const all = logEntries(log.lines(events), turnsIn(events));
    expect(all.map(({ told, gold }) => [told, gold])).toEqual([["The game begins.", null], ["built a1", 5], ["built a2", 3], ["built b1", null]]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.at(-1)!.id).toBe(late.at(-1)!.id);
  });
});
