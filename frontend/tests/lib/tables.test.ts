import { afterEach, expect, test, vi } from "vitest";
import { newTable, nextFirst, seatAddress, tableAddress } from "../../src/lib/tables";
import { table } from "../examples";

afterEach(() => vi.unstubAllGlobals());

test("a table is at the player's seat, at its invite, or at its replay", () => {
  expect(seatAddress(table({ my_seats: [1, 0] }))).toBe("/table/game/1");
  expect(tableAddress(table({ my_seats: [1] }))).toBe("/table/game/1");
  expect(tableAddress(table({ my_seats: [], invite: "abc" }))).toBe("/t/abc");
  expect(tableAddress(table({ my_seats: [1], status: "over" }))).toBe("/games/game");
});

test("the tables that wait for the player are first, those that are over last", () => {
  const tables = [
    table({ id: "over", status: "over", to_play: null }),
    table({ id: "open", status: "open", to_play: null }),
    table({ id: "theirs", status: "playing", my_seats: [0], to_play: 1 }),
    table({ id: "mine", status: "playing", my_seats: [0], to_play: 0 }),
    table({ id: "mine too", status: "playing", my_seats: [1], to_play: 1 }),
  ];
  expect(nextFirst(tables).map(({ id }) => id)).toEqual(["mine", "mine too", "theirs", "open", "over"]);
});

test.each([
  ["no other people and no time limit has no clock", "bot" as const, null, null],
  ["an open seat keeps the server's clock for reactions", "open" as const, null, undefined],
  ["a time limit keeps it too", "bot" as const, 300, undefined],
])("a table with %s", async (_, kind, turn_seconds, reaction_seconds) => {
  const fetch = vi.fn(async (..._call: [string, RequestInit]) => new Response(JSON.stringify({ table: table(), tokens: [] })));
  vi.stubGlobal("fetch", fetch);
  expect(await newTable({ seats: [{ kind: "me" }, { kind }], turn_seconds })).toBe("/table/game/0");
  expect(JSON.parse(String(fetch.mock.calls[0]![1].body)).reaction_seconds).toBe(reaction_seconds);
});
